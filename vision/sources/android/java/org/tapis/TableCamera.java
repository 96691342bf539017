package org.tapis;

import android.content.Context;
import android.graphics.ImageFormat;
import android.hardware.camera2.CameraAccessException;
import android.hardware.camera2.CameraCaptureSession;
import android.hardware.camera2.CameraCharacteristics;
import android.hardware.camera2.CameraDevice;
import android.hardware.camera2.CameraManager;
import android.hardware.camera2.CameraMetadata;
import android.hardware.camera2.CaptureRequest;
import android.media.Image;
import android.media.ImageReader;
import android.os.Handler;
import android.os.HandlerThread;
import android.util.Range;
import android.util.Size;
import android.view.Display;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Camera2 as an Eye. Everything but `open`, `hold` and `close` runs on one thread of its own. */
public final class TableCamera extends Eye {
    private static final int BUFFERS = 3;

    private CameraManager manager;
    private CameraCharacteristics about;
    private Display display;
    private int[] size;
    private boolean focuses;
    private int fps;
    private HandlerThread thread;
    private Handler handler;
    private CameraDevice device;
    private ImageReader images;
    private volatile CameraCaptureSession session;
    private CaptureRequest.Builder request;
    private volatile boolean holdsExposure;
    private volatile boolean holdsFocus;
    private volatile boolean closed;
    /** Whether the answer to `openCamera` is still to come. */
    private boolean opening;

    @Override
    public String[] ids(Context context) {
        CameraManager cameras = (CameraManager) context.getSystemService(Context.CAMERA_SERVICE);
        List<String> ids = new ArrayList<>();
        try {
            for (String id : cameras.getCameraIdList()) {
                Integer facing = cameras.getCameraCharacteristics(id).get(CameraCharacteristics.LENS_FACING);
                boolean away = facing != null && facing == CameraMetadata.LENS_FACING_BACK;
                ids.add(away ? 0 : ids.size(), id);
            }
        } catch (CameraAccessException e) {
            tell(reason(e));
        }
        return ids.toArray(new String[0]);
    }

    @Override
    public void open(Context context, String id, int width, int height, int wantedFps) {
        manager = (CameraManager) context.getSystemService(Context.CAMERA_SERVICE);
        display = display(context);
        fps = wantedFps;
        thread = new HandlerThread("table camera");
        thread.start();
        handler = new Handler(thread.getLooper());
        try {
            about = manager.getCameraCharacteristics(id);
            size = nearest(sizes(), width, height);
            focuses = focuses();
            opening = true;
            manager.openCamera(id, new Opening(), handler);
        } catch (CameraAccessException e) {
            refused(reason(e));
        } catch (SecurityException e) {
            refused(FORBIDDEN);
        } catch (IllegalArgumentException e) {
            refused(NONE);
        }
    }

    private void refused(String why) {
        opening = false;
        tell(why);
    }

    @Override
    public void hold(boolean exposure, boolean focus) {
        holdsExposure = exposure;
        holdsFocus = focus;
        if (session != null) {
            handler.post(new Runnable() {
                @Override
                public void run() {
                    ask();
                }
            });
        }
    }

    @Override
    public void close() {
        closed = true;
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
    }

    /** Give everything back. The thread ends too once this is closed, but not before `openCamera` has its answer: a
     * camera that opens for nobody would stay open. */
    private void release() {
        if (device != null) {
            device.close();
            device = null;
        }
        if (images != null) {
            images.close();
            images = null;
        }
        session = null;
        if (closed && !opening) {
            thread.quitSafely();
        }
    }

    private List<int[]> sizes() {
        List<int[]> sizes = new ArrayList<>();
        for (Size one : about.get(CameraCharacteristics.SCALER_STREAM_CONFIGURATION_MAP)
                .getOutputSizes(ImageFormat.YUV_420_888)) {
            sizes.add(new int[] {one.getWidth(), one.getHeight()});
        }
        return sizes;
    }

    /** Many cameras above a display have a lens that does not move. */
    private boolean focuses() {
        for (int mode : about.get(CameraCharacteristics.CONTROL_AF_AVAILABLE_MODES)) {
            if (mode == CameraMetadata.CONTROL_AF_MODE_CONTINUOUS_VIDEO) {
                return true;
            }
        }
        return false;
    }

    private final class Opening extends CameraDevice.StateCallback {
        @Override
        public void onOpened(CameraDevice opened) {
            opening = false;
            device = opened;
            if (closed) {
                release();
                return;
            }
            images = ImageReader.newInstance(size[0], size[1], ImageFormat.YUV_420_888, BUFFERS);
            images.setOnImageAvailableListener(new Arriving(), handler);
            try {
                request = device.createCaptureRequest(CameraDevice.TEMPLATE_RECORD);
                request.addTarget(images.getSurface());
                device.createCaptureSession(Collections.singletonList(images.getSurface()), new Starting(), handler);
            } catch (CameraAccessException e) {
                tell(reason(e));
            }
        }

        @Override
        public void onDisconnected(CameraDevice gone) {
            // Another app has a stronger claim.
            tell(TAKEN);
            opening = false;
            device = gone;
            release();
        }

        @Override
        public void onError(CameraDevice broken, int error) {
            boolean busy = error == CameraDevice.StateCallback.ERROR_CAMERA_IN_USE
                    || error == CameraDevice.StateCallback.ERROR_MAX_CAMERAS_IN_USE;
            boolean disabled = error == CameraDevice.StateCallback.ERROR_CAMERA_DISABLED;
            tell(busy ? TAKEN : disabled ? FORBIDDEN : LOST);
            opening = false;
            device = broken;
            release();
        }
    }

    private final class Starting extends CameraCaptureSession.StateCallback {
        @Override
        public void onConfigured(CameraCaptureSession configured) {
            session = configured;
            tell(FINE);
            ask();
        }

        @Override
        public void onConfigureFailed(CameraCaptureSession failed) {
            tell(LOST);
            release();
        }
    }

    /** Ask for pictures as they are wanted now, again and again until something else is asked for. */
    private void ask() {
        if (session == null) {
            return;
        }
        request.set(CaptureRequest.CONTROL_AE_TARGET_FPS_RANGE, rate());
        request.set(CaptureRequest.CONTROL_AE_LOCK, holdsExposure);
        request.set(CaptureRequest.CONTROL_AWB_LOCK, holdsExposure);
        try {
            if (focuses) {
                focus();
            }
            session.setRepeatingRequest(request.build(), null, handler);
        } catch (CameraAccessException e) {
            tell(reason(e));
        } catch (IllegalStateException e) {
            tell(LOST);
        }
    }

    /** A trigger is pulled once; it must not be in the request that repeats. */
    private void focus() throws CameraAccessException {
        request.set(CaptureRequest.CONTROL_AF_MODE, CameraMetadata.CONTROL_AF_MODE_CONTINUOUS_VIDEO);
        request.set(CaptureRequest.CONTROL_AF_TRIGGER, holdsFocus
                ? CameraMetadata.CONTROL_AF_TRIGGER_START : CameraMetadata.CONTROL_AF_TRIGGER_CANCEL);
        session.capture(request.build(), null, handler);
        request.set(CaptureRequest.CONTROL_AF_TRIGGER, CameraMetadata.CONTROL_AF_TRIGGER_IDLE);
    }

    /** The steadiest range that reaches the wanted rate: a slow shutter in dim light would smear every slap. */
    private Range<Integer> rate() {
        Range<Integer> best = null;
        for (Range<Integer> one : about.get(CameraCharacteristics.CONTROL_AE_AVAILABLE_TARGET_FPS_RANGES)) {
            boolean closer = best == null || off(one) < off(best);
            boolean steadier = best != null && off(one) == off(best) && one.getLower() > best.getLower();
            if (closer || steadier) {
                best = one;
            }
        }
        return best;
    }

    private int off(Range<Integer> range) {
        return Math.abs(range.getUpper() - fps);
    }

    private final class Arriving implements ImageReader.OnImageAvailableListener {
        @Override
        public void onImageAvailable(ImageReader reader) {
            Image image;
            try {
                image = reader.acquireLatestImage();
            } catch (IllegalStateException e) {
                // The reader was closed under us: there is nothing to see any more.
                return;
            }
            if (image == null) {
                return;
            }
            try {
                pack(image, blank(image.getWidth(), image.getHeight()).pixels);
                deliver(image.getTimestamp(), turn());
            } finally {
                image.close();
            }
        }
    }

    private int turn() {
        Integer sensor = about.get(CameraCharacteristics.SENSOR_ORIENTATION);
        Integer facing = about.get(CameraCharacteristics.LENS_FACING);
        boolean front = facing != null && facing == CameraMetadata.LENS_FACING_FRONT;
        return turn(sensor == null ? 0 : sensor, front, display);
    }

    /** The three planes as NV21. On most devices V and U lie in turn already, and two bulk copies do it. */
    private static void pack(Image image, byte[] into) {
        int width = image.getWidth();
        int height = image.getHeight();
        Image.Plane[] planes = image.getPlanes();
        rows(planes[0].getBuffer(), planes[0].getRowStride(), width, height, into, 0);
        Image.Plane u = planes[1];
        Image.Plane v = planes[2];
        int at = width * height;
        if (v.getPixelStride() == 2 && u.getPixelStride() == 2 && follows(u.getBuffer(), v.getBuffer())) {
            rows(v.getBuffer(), v.getRowStride(), width, height / 2, into, at);
            into[into.length - 1] = u.getBuffer().get(u.getBuffer().limit() - 1);
        } else {
            byte[] vs = new byte[Math.max(v.getRowStride(), width)];
            byte[] us = new byte[Math.max(u.getRowStride(), width)];
            for (int row = 0; row < height / 2; row++) {
                line(v, row, vs);
                line(u, row, us);
                for (int column = 0; column < width / 2; column++) {
                    into[at++] = vs[column * v.getPixelStride()];
                    into[at++] = us[column * u.getPixelStride()];
                }
            }
        }
    }

    /** Whether U is V's memory, one byte later; told by content, as addresses are hidden. */
    private static boolean follows(ByteBuffer u, ByteBuffer v) {
        ByteBuffer later = v.duplicate();
        ByteBuffer same = u.duplicate();
        // As plain Buffers: a compiler newer than the device would look for methods that old devices lack.
        ((Buffer) later).position(1);
        ((Buffer) same).position(0);
        ((Buffer) same).limit(Math.min(later.remaining(), same.capacity()));
        return later.equals(same);
    }

    private static void rows(ByteBuffer buffer, int stride, int width, int height, byte[] into, int at) {
        ByteBuffer from = buffer.duplicate();
        for (int row = 0; row < height; row++) {
            ((Buffer) from).position(row * stride);
            // The last row of V ends one byte early: the last U is not V's.
            from.get(into, at + row * width, Math.min(width, from.remaining()));
        }
    }

    private static void line(Image.Plane plane, int row, byte[] into) {
        ByteBuffer from = plane.getBuffer().duplicate();
        ((Buffer) from).position(row * plane.getRowStride());
        from.get(into, 0, Math.min(into.length, from.remaining()));
    }

    private static String reason(CameraAccessException e) {
        switch (e.getReason()) {
            case CameraAccessException.CAMERA_IN_USE:
            case CameraAccessException.MAX_CAMERAS_IN_USE:
                return TAKEN;
            case CameraAccessException.CAMERA_DISABLED:
                return FORBIDDEN;
            default:
                return LOST;
        }
    }
}
