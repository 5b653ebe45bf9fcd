// Java, with a thread and a collection.
// expect: AC
// limits: time=10s memory=512MiB
// flags: -Xmx256m
import java.util.*;
import java.util.stream.*;

public class Hello {
    public static void main(String[] arguments) throws Exception {
        Scanner in = new Scanner(System.in);
        if (in.nextInt() != 3) System.exit(1);
        Thread thread = new Thread(() -> IntStream.range(0, 1000).boxed().collect(Collectors.toList()));
        thread.start();
        thread.join();
        System.out.print("2 1 1\n3 1 1\n3 0 1\n");
    }
}
