package org.tapis;

import android.content.Context;

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
        /** When the sensor took it, on the clock that `clock` names. */
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

    /** Whether time stamps count from the start of the device, as those of the microphone do. */
    public abstract boolean sharesClock();

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
