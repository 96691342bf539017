"""Where Android starts the app: python-for-android runs the file of this name. Everywhere else use `tapis app`."""

from companion.app import TapisApp

if __name__ == "__main__":
    TapisApp().run()
