package android.media;

import android.os.Handler;
import android.view.Surface;
import java.nio.ByteBuffer;

/** `shoot` makes a picture of three planes and calls the listener on the caller's thread. */
public class ImageReader implements AutoCloseable {
    public static ImageReader current;
    public final int width;
    public final int height;
    public int open;
    public boolean closed;
    private OnImageAvailableListener listener;
    private Image latest;

    private ImageReader(int width, int height) {
        this.width = width;
        this.height = height;
    }

    public static ImageReader newInstance(int width, int height, int format, int maxImages) {
        current = new ImageReader(width, height);
        return current;
    }

    public Surface getSurface() {
        return new Surface();
    }

    public void setOnImageAvailableListener(OnImageAvailableListener listener, Handler handler) {
        this.listener = listener;
    }

    public Image acquireLatestImage() {
        if (closed) {
            throw new IllegalStateException("the reader is closed");
        }
        Image image = latest;
        latest = null;
        return image;
    }

    @Override
    public void close() {
        closed = true;
    }

    public interface OnImageAvailableListener {
        void onImageAvailable(ImageReader reader);
    }

    /** NV21 as the three planes of a device: strides wider than the picture by `padding`; `apart`: U and V alone. */
    public void shoot(byte[] nv21, int w, int h, long timeNs, int padding, boolean apart) {
        prepare(nv21, w, h, timeNs, padding, apart);
        tell();
    }

    public void tell() {
        listener.onImageAvailable(this);
    }

    public void prepare(byte[] nv21, int w, int h, final long timeNs, int padding, boolean apart) {
        final Plane[] planes = apart ? apart(nv21, w, h, padding) : together(nv21, w, h, padding);
        final int pictureWidth = w;
        final int pictureHeight = h;
        open++;
        latest = new Image() {
            @Override
            public int getWidth() {
                return pictureWidth;
            }

            @Override
            public int getHeight() {
                return pictureHeight;
            }

            @Override
            public long getTimestamp() {
                return timeNs;
            }

            @Override
            public Image.Plane[] getPlanes() {
                return planes;
            }

            @Override
            public void close() {
                open--;
            }
        };
    }

    private static Plane bright(byte[] nv21, int w, int h, int padding) {
        ByteBuffer y = ByteBuffer.allocateDirect((w + padding) * h);
        for (int row = 0; row < h; row++) {
            y.position(row * (w + padding));
            y.put(nv21, row * w, w);
        }
        return new Plane(y, w + padding, 1);
    }

    private static Plane[] together(byte[] nv21, int w, int h, int padding) {
        ByteBuffer vu = ByteBuffer.allocateDirect((w + padding) * h / 2);
        for (int row = 0; row < h / 2; row++) {
            vu.position(row * (w + padding));
            vu.put(nv21, w * h + row * w, w);
        }
        int end = (w + padding) * (h / 2 - 1) + w;
        vu.limit(end).position(1);
        ByteBuffer u = vu.slice();
        vu.limit(end - 1).position(0);
        return new Plane[] {bright(nv21, w, h, padding), new Plane(u, w + padding, 2),
            new Plane(vu.slice(), w + padding, 2)};
    }

    private static Plane[] apart(byte[] nv21, int w, int h, int padding) {
        int stride = w / 2 + padding;
        ByteBuffer u = ByteBuffer.allocateDirect(stride * h / 2);
        ByteBuffer v = ByteBuffer.allocateDirect(stride * h / 2);
        for (int row = 0; row < h / 2; row++) {
            for (int column = 0; column < w / 2; column++) {
                v.put(row * stride + column, nv21[w * h + row * w + 2 * column]);
                u.put(row * stride + column, nv21[w * h + row * w + 2 * column + 1]);
            }
        }
        return new Plane[] {bright(nv21, w, h, padding), new Plane(u, stride, 1), new Plane(v, stride, 1)};
    }

    private static final class Plane extends Image.Plane {
        private final ByteBuffer buffer;
        private final int row;
        private final int pixel;

        Plane(ByteBuffer buffer, int row, int pixel) {
            this.buffer = buffer;
            this.row = row;
            this.pixel = pixel;
            this.buffer.rewind();
        }

        @Override
        public int getRowStride() {
            return row;
        }

        @Override
        public int getPixelStride() {
            return pixel;
        }

        @Override
        public ByteBuffer getBuffer() {
            return buffer;
        }
    }
}
