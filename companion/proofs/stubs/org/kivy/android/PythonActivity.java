package org.kivy.android;

import android.app.Activity;

/** The class of python-for-android's bootstrap that is the app's one activity. */
public class PythonActivity extends Activity {
    public static PythonActivity mActivity = new PythonActivity();
}
