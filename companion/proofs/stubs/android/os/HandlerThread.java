package android.os;

public class HandlerThread extends Thread {
    private final Looper looper = new Looper();

    public HandlerThread(String name) {
        super(name);
        setDaemon(true);
    }

    public Looper getLooper() {
        return looper;
    }

    public boolean quitSafely() {
        return looper.end();
    }

    @Override
    public void run() {
        looper.loopHere();
    }
}
