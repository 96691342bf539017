"""The screens: one `.py` and one `.kv` each. Presenters (`present.py`) are plain functions and import no Kivy."""
