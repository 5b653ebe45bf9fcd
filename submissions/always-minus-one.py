# expect: WA - prints -1 for every board

print(-1)
