package android.hardware.camera2;

public class CameraAccessException extends Exception {
    public static final int CAMERA_DISABLED = 1;
    public static final int CAMERA_IN_USE = 4;
    public static final int MAX_CAMERAS_IN_USE = 5;
    private final int reason;

    public CameraAccessException(int problem) {
        reason = problem;
    }

    public final int getReason() {
        return reason;
    }
}
