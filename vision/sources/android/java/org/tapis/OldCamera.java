package org.tapis;

import android.Manifest;
import android.content.Context;
import android.content.pm.PackageManager;
import android.graphics.ImageFormat;
import android.graphics.SurfaceTexture;
import android.hardware.Camera;
import android.os.Handler;
import android.os.HandlerThread;
import android.view.Display;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The camera interface of before 2014, for devices whose Camera2 fails: NV21 as it comes, times as they arrive. */
@SuppressWarnings("deprecation")
public final class OldCamera extends Eye {
    private static final int BUFFERS = 3;
    private static final int ANY_TEXTURE = 10;

    private HandlerThread thread;
    private Handler handler;
    private Camera camera;
    private SurfaceTexture nowhere;
    private Display display;
    private Camera.CameraInfo about;

    @Override
    public String[] ids(Context context) {
        List<String> ids = new ArrayList<>();
        for (int number = 0; number < Camera.getNumberOfCameras(); number++) {
            Camera.CameraInfo info = new Camera.CameraInfo();
            Camera.getCameraInfo(number, info);
            ids.add(info.facing == Camera.CameraInfo.CAMERA_FACING_BACK ? 0 : ids.size(), String.valueOf(number));
        }
        return ids.toArray(new String[0]);
    }

    @Override
    public void open(Context context, final String id, final int width, final int height, final int fps) {
        if (context.checkSelfPermission(Manifest.permission.CAMERA) != PackageManager.PERMISSION_GRANTED) {
            // Opening it would fail without saying why.
            tell(FORBIDDEN);
            return;
        }
        display = display(context);
        thread = new HandlerThread("old camera");
        thread.start();
        handler = new Handler(thread.getLooper());
        // Pictures are called out on the thread that opened the camera, if that thread has a looper.
        handler.post(new Runnable() {
            @Override
            public void run() {
                start(id, width, height, fps);
            }
        });
    }

    @Override
    public void hold(final boolean exposure, final boolean focus) {
        if (handler == null) {
            return;
        }
        handler.post(new Runnable() {
            @Override
            public void run() {
                if (camera == null) {
                    return;
                }
                Camera.Parameters wanted = camera.getParameters();
                if (wanted.isAutoExposureLockSupported()) {
                    wanted.setAutoExposureLock(exposure);
                }
                if (wanted.isAutoWhiteBalanceLockSupported()) {
                    wanted.setAutoWhiteBalanceLock(exposure);
                }
                String mode = focus ? Camera.Parameters.FOCUS_MODE_AUTO : Camera.Parameters.FOCUS_MODE_CONTINUOUS_VIDEO;
                if (wanted.getSupportedFocusModes().contains(mode)) {
                    wanted.setFocusMode(mode);
                }
                camera.setParameters(wanted);
            }
        });
    }

    @Override
    public void close() {
        tell(LOST);
        if (handler == null) {
            return;
        }
        handler.post(new Runnable() {
            @Override
            public void run() {
                release();
            }
        });
        thread.quitSafely();
    }

    private void start(String id, int width, int height, int fps) {
        try {
            int number = Integer.parseInt(id);
            if (number >= Camera.getNumberOfCameras()) {
                tell(NONE);
                return;
            }
            camera = Camera.open(number);
            about = new Camera.CameraInfo();
            Camera.getCameraInfo(number, about);
            int[] size = choose(width, height, fps);
            for (int spare = 0; spare < BUFFERS; spare++) {
                camera.addCallbackBuffer(new byte[size[0] * size[1] * 3 / 2]);
            }
            nowhere = new SurfaceTexture(ANY_TEXTURE);
            camera.setPreviewTexture(nowhere);
            camera.setErrorCallback(new Failing());
            camera.setPreviewCallbackWithBuffer(new Arriving(size[0], size[1]));
            camera.startPreview();
            tell(FINE);
        } catch (NumberFormatException e) {
            tell(NONE);
        } catch (IOException e) {
            tell(LOST);
            release();
        } catch (RuntimeException e) {
            // All that this interface says when somebody else has the camera.
            tell(TAKEN);
            release();
        }
    }

    private int[] choose(int width, int height, int fps) {
        Camera.Parameters wanted = camera.getParameters();
        List<int[]> sizes = new ArrayList<>();
        for (Camera.Size one : wanted.getSupportedPreviewSizes()) {
            sizes.add(new int[] {one.width, one.height});
        }
        int[] best = nearest(sizes, width, height);
        wanted.setPreviewSize(best[0], best[1]);
        wanted.setPreviewFormat(ImageFormat.NV21);
        for (int[] range : wanted.getSupportedPreviewFpsRange()) {
            if (range[1] == 1000 * fps) {
                wanted.setPreviewFpsRange(range[0], range[1]);
            }
        }
        camera.setParameters(wanted);
        return best;
    }

    private void release() {
        if (camera != null) {
            camera.setPreviewCallbackWithBuffer(null);
            camera.release();
            camera = null;
        }
        if (nowhere != null) {
            nowhere.release();
            nowhere = null;
        }
    }

    private final class Failing implements Camera.ErrorCallback {
        @Override
        public void onError(int error, Camera broken) {
            tell(error == Camera.CAMERA_ERROR_EVICTED ? TAKEN : LOST);
            release();
        }
    }

    private final class Arriving implements Camera.PreviewCallback {
        private final int width;
        private final int height;

        Arriving(int width, int height) {
            this.width = width;
            this.height = height;
        }

        @Override
        public void onPreviewFrame(byte[] data, Camera from) {
            if (camera == null) {
                return;
            }
            byte[] into = blank(width, height).pixels;
            System.arraycopy(data, 0, into, 0, Math.min(data.length, into.length));
            boolean front = about.facing == Camera.CameraInfo.CAMERA_FACING_FRONT;
            deliver(System.nanoTime(), turn(about.orientation, front, display));
            from.addCallbackBuffer(data);
        }
    }
}
