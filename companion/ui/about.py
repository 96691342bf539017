"""The about screen; all of it is text, in about.kv."""

from kivy.uix.screenmanager import Screen


class AboutScreen(Screen):
    """What Tapis is, what it does not do with pictures, and the keys."""
