package org.tapis;

import android.content.Context;
import android.hardware.display.DisplayManager;
import android.view.Display;
import java.util.List;

/**
 * A camera that keeps only its newest picture, for a reader on another thread.
 *
 * Three buffers go round: one is filled, one is the newest, one is lent to the reader until it asks again. So nobody
 * waits for anybody, nothing is copied twice and nothing is allocated while pictures flow.
 */
public abstract class Eye {
    /** What stands in the way, as the reason of a gap; empty while all is well. */
    public static final String FINE = "";
    public static final String FORBIDDEN = "camera_forbidden";
    public static final String TAKEN = "camera_taken";
    public static final String LOST = "camera_lost";
    public static final String NONE = "camera_none";

    /** One picture: NV21, that is all brightness first and then V and U in turn at half the size. */
    public static final class Shot {
        public byte[] pixels = new byte[0];
        public int width;
        public int height;
        /** When the sensor took it, on a clock of the camera's own. */
        public long timeNs;
        /** Counts what the camera delivered, also what nobody fetched. */
        public long number;
        /** How far to turn it clockwise until it stands as the display does. */
        public int turn;
    }

    private Shot filling = new Shot();
    private Shot newest = new Shot();
    private Shot lent = new Shot();
    private String trouble = FINE;
    private long delivered;

    /** Begin. Returns at once; pictures, or a trouble, come later. */
    public abstract void open(Context context, String id, int width, int height, int fps);

    /** Hold exposure with white balance, and focus, where they are now; or let them follow the light again. */
    public abstract void hold(boolean exposure, boolean focus);

    public abstract void close();

    /** The ids of what `open` takes, those that look away from the display first. */
    public abstract String[] ids(Context context);

    /** The newest picture after picture number `seen`, waiting for it if need be; null if none came or never will. */
    public final synchronized Shot take(long seen, int waitMs) throws InterruptedException {
        long end = System.nanoTime() + waitMs * 1_000_000L;
        while (newest.number <= seen && trouble.isEmpty()) {
            long left = (end - System.nanoTime()) / 1_000_000L;
            if (left <= 0) {
                return null;
            }
            wait(left);
        }
        if (newest.number <= seen) {
            return null;
        }
        Shot shot = newest;
        newest = lent;
        newest.number = 0;
        lent = shot;
        return shot;
    }

    public final synchronized String trouble() {
        return trouble;
    }

    /** The largest of these widths and heights that fits into what was asked for; the smallest if none fits. */
    protected static int[] nearest(List<int[]> sizes, int width, int height) {
        int[] best = null;
        for (int[] one : sizes) {
            boolean fits = one[0] <= width && one[1] <= height;
            boolean bestFits = best != null && best[0] <= width && best[1] <= height;
            boolean larger = best == null || one[0] * one[1] > best[0] * best[1];
            if (best == null || (fits && (!bestFits || larger)) || (!fits && !bestFits && !larger)) {
                best = one;
            }
        }
        if (best == null) {
            throw new IllegalArgumentException("the camera has no sizes");
        }
        return best;
    }

    protected static Display display(Context context) {
        DisplayManager displays = (DisplayManager) context.getSystemService(Context.DISPLAY_SERVICE);
        return displays.getDisplay(Display.DEFAULT_DISPLAY);
    }

    /** How far to turn a picture of a sensor that is built in at so many degrees. */
    protected static int turn(int sensor, boolean front, Display display) {
        int shown = 90 * display.getRotation();
        return (sensor + (front ? shown : 360 - shown)) % 360;
    }

    /** The buffer to fill next, of the right size. Only the camera's own thread may call this and `deliver`. */
    protected final Shot blank(int width, int height) {
        int bytes = width * height * 3 / 2;
        if (filling.pixels.length != bytes) {
            filling.pixels = new byte[bytes];
        }
        filling.width = width;
        filling.height = height;
        return filling;
    }

    protected final synchronized void deliver(long timeNs, int turn) {
        filling.timeNs = timeNs;
        filling.turn = turn;
        filling.number = ++delivered;
        Shot shot = filling;
        filling = newest;
        newest = shot;
        notifyAll();
    }

    protected final synchronized void tell(String what) {
        trouble = what;
        notifyAll();
    }
}
