package android.os;

import java.util.concurrent.LinkedBlockingQueue;

public final class Looper {
    private static final Runnable END = new Runnable() {
        @Override
        public void run() {
        }
    };
    private final LinkedBlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();

    boolean post(Runnable r) {
        return queue.add(r);
    }

    boolean end() {
        return queue.add(END);
    }

    void loopHere() {
        try {
            for (Runnable next = queue.take(); next != END; next = queue.take()) {
                next.run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
