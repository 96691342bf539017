package android.app;

import android.content.Context;
import android.content.Intent;
import android.view.Window;

public class Activity extends Context {
    public final Window window = new Window();
    public Intent started;

    public Window getWindow() {
        return window;
    }

    public final void runOnUiThread(Runnable action) {
        action.run();
    }

    public final void requestPermissions(String[] permissions, int requestCode) {
        asked += permissions.length;
    }

    public boolean shouldShowRequestPermissionRationale(String permission) {
        return refused.contains(permission);
    }

    public void startActivity(Intent intent) {
        started = intent;
    }
}
