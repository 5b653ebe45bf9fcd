// Java over the limit.
// expect: MLE
// limits: time=10s memory=256MiB
// flags: -Xmx1200m -XX:+UseSerialGC
public class Over {
    public static void main(String[] arguments) {
        byte[][] blocks = new byte[900][];
        for (int i = 0; i < blocks.length; i++) {
            blocks[i] = new byte[1 << 20];
            java.util.Arrays.fill(blocks[i], (byte) i);
        }
        System.out.print("2 1 1\n3 1 1\n3 0 1\n");
    }
}
