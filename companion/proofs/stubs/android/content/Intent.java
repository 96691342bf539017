package android.content;

import android.net.Uri;
import android.os.Parcelable;

public class Intent {
    public static final String ACTION_SEND = "android.intent.action.SEND";
    public static final String EXTRA_STREAM = "android.intent.extra.STREAM";
    public static final int FLAG_GRANT_READ_URI_PERMISSION = 1;

    public final String action;
    public String type;
    public Uri data;
    public int flags;
    public Object stream;
    public Intent target;

    public Intent(String action) {
        this.action = action;
    }

    public Intent setData(Uri data) {
        this.data = data;
        return this;
    }

    public Intent setType(String type) {
        this.type = type;
        return this;
    }

    public Intent putExtra(String name, Parcelable value) {
        stream = value;
        return this;
    }

    public Intent addFlags(int flags) {
        this.flags |= flags;
        return this;
    }

    public static Intent createChooser(Intent target, CharSequence title) {
        Intent chooser = new Intent("android.intent.action.CHOOSER");
        chooser.target = target;
        return chooser;
    }
}
