package android.os;

public abstract class VibrationEffect {
    public static final int DEFAULT_AMPLITUDE = -1;

    public static VibrationEffect createOneShot(long milliseconds, int amplitude) {
        return new Shake(milliseconds);
    }

    static final class Shake extends VibrationEffect {
        final long ms;

        Shake(long ms) {
            this.ms = ms;
        }
    }
}
