package android.hardware.camera2;

import android.os.Handler;
import android.view.Surface;
import java.util.List;

public class CameraDevice implements AutoCloseable {
    public static final int TEMPLATE_RECORD = 3;
    public boolean closed;
    public CameraCaptureSession session;
    public CaptureRequest.Builder builder;

    public CaptureRequest.Builder createCaptureRequest(int templateType) throws CameraAccessException {
        builder = new CaptureRequest.Builder();
        return builder;
    }

    public void createCaptureSession(
            List<Surface> outputs, final CameraCaptureSession.StateCallback callback, Handler handler)
            throws CameraAccessException {
        session = new CameraCaptureSession();
        handler.post(new Runnable() {
            @Override
            public void run() {
                callback.onConfigured(session);
            }
        });
    }

    @Override
    public void close() {
        closed = true;
    }

    public abstract static class StateCallback {
        public static final int ERROR_CAMERA_IN_USE = 1;
        public static final int ERROR_MAX_CAMERAS_IN_USE = 2;
        public static final int ERROR_CAMERA_DISABLED = 3;
        public static final int ERROR_CAMERA_DEVICE = 4;

        public abstract void onOpened(CameraDevice camera);

        public abstract void onDisconnected(CameraDevice camera);

        public abstract void onError(CameraDevice camera, int error);
    }
}
