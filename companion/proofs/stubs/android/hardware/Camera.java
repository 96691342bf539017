package android.hardware;

import android.graphics.SurfaceTexture;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

public class Camera {
    public static final int CAMERA_ERROR_EVICTED = 2;
    public static final int CAMERA_ERROR_SERVER_DIED = 100;
    /** The stub's world: the camera that is open, and what opening does. */
    public static Camera current;
    public static boolean busy;

    public final Parameters parameters = new Parameters();
    public final List<byte[]> buffers = new ArrayList<>();
    public ErrorCallback errors;
    public PreviewCallback pictures;
    public boolean released;

    public static int getNumberOfCameras() {
        return 2;
    }

    public static void getCameraInfo(int cameraId, CameraInfo cameraInfo) {
        cameraInfo.facing = cameraId == 1 ? CameraInfo.CAMERA_FACING_BACK : CameraInfo.CAMERA_FACING_FRONT;
        cameraInfo.orientation = 90;
    }

    public static Camera open(int cameraId) {
        if (busy) {
            throw new RuntimeException("Fail to connect to camera service");
        }
        current = new Camera();
        return current;
    }

    public Parameters getParameters() {
        return parameters;
    }

    public void setParameters(Parameters params) {
    }

    public final void addCallbackBuffer(byte[] callbackBuffer) {
        buffers.add(callbackBuffer);
    }

    public final void setPreviewTexture(SurfaceTexture surfaceTexture) throws IOException {
    }

    public final void setErrorCallback(ErrorCallback cb) {
        errors = cb;
    }

    public final void setPreviewCallbackWithBuffer(PreviewCallback cb) {
        pictures = cb;
    }

    public final void startPreview() {
    }

    public final void release() {
        released = true;
    }

    /** The stub's world: one picture, all of one value. */
    public void shoot(int value) {
        byte[] data = buffers.remove(0);
        Arrays.fill(data, (byte) value);
        pictures.onPreviewFrame(data, this);
    }

    public interface ErrorCallback {
        void onError(int error, Camera camera);
    }

    public interface PreviewCallback {
        void onPreviewFrame(byte[] data, Camera camera);
    }

    public static class CameraInfo {
        public static final int CAMERA_FACING_BACK = 0;
        public static final int CAMERA_FACING_FRONT = 1;
        public int facing;
        public int orientation;
    }

    public class Size {
        public int width;
        public int height;

        public Size(int w, int h) {
            width = w;
            height = h;
        }
    }

    public class Parameters {
        public static final String FOCUS_MODE_AUTO = "auto";
        public static final String FOCUS_MODE_CONTINUOUS_VIDEO = "continuous-video";
        public Size size;
        public String focus = "";
        public boolean exposureLock;
        public int[] rate;

        public List<Size> getSupportedPreviewSizes() {
            return Arrays.asList(new Size(1920, 1080), new Size(640, 480), new Size(1280, 720));
        }

        public void setPreviewSize(int width, int height) {
            size = new Size(width, height);
        }

        public void setPreviewFormat(int format) {
        }

        public List<int[]> getSupportedPreviewFpsRange() {
            return Arrays.asList(new int[] {15000, 15000}, new int[] {30000, 30000});
        }

        public void setPreviewFpsRange(int min, int max) {
            rate = new int[] {min, max};
        }

        public boolean isAutoExposureLockSupported() {
            return true;
        }

        public void setAutoExposureLock(boolean toggle) {
            exposureLock = toggle;
        }

        public boolean isAutoWhiteBalanceLockSupported() {
            return false;
        }

        public void setAutoWhiteBalanceLock(boolean toggle) {
            throw new IllegalStateException("not supported here");
        }

        public List<String> getSupportedFocusModes() {
            return Arrays.asList(FOCUS_MODE_AUTO, FOCUS_MODE_CONTINUOUS_VIDEO);
        }

        public void setFocusMode(String value) {
            focus = value;
        }
    }
}
