package android.hardware.camera2;

import android.os.Handler;

public class CameraCaptureSession {
    /** What was asked for last, once and again and again. */
    public CaptureRequest once;
    public CaptureRequest repeating;

    public int capture(CaptureRequest request, CaptureCallback listener, Handler handler)
            throws CameraAccessException {
        once = request;
        return 1;
    }

    public int setRepeatingRequest(CaptureRequest request, CaptureCallback listener, Handler handler)
            throws CameraAccessException {
        repeating = request;
        return 1;
    }

    public abstract static class CaptureCallback {
    }

    public abstract static class StateCallback {
        public abstract void onConfigured(CameraCaptureSession session);

        public abstract void onConfigureFailed(CameraCaptureSession session);
    }
}
