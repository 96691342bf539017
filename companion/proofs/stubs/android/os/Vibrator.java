package android.os;

public class Vibrator {
    public long shaken;

    public boolean hasVibrator() {
        return true;
    }

    public void vibrate(long milliseconds) {
        shaken += milliseconds;
    }

    public void vibrate(VibrationEffect vibe) {
        shaken += ((VibrationEffect.Shake) vibe).ms;
    }
}
