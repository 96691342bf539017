"""A new match, first press: which game. Each is told in a sentence, with for how many it is and who wins."""

from functools import partial

from kivy.app import App
from kivy.metrics import sp
from kivy.properties import StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from companion.games import game_ids, load_game
from companion.ui.parts import on_press_of
from companion.ui.present import game_card
from companion.ui.telling import TellingScreen


class GameTile(ButtonBehavior, BoxLayout):
    """One game to choose."""

    name = StringProperty("")
    facts = StringProperty("")
    help = StringProperty("")
    direction = StringProperty("")


class NewScreen(TellingScreen):
    """Every game there is; a game is found by its folder."""

    def tell(self, *_: object) -> None:
        app = App.get_running_app()
        tiles = []
        for game_id in game_ids():
            view = game_card(load_game(game_id), self.language)
            tile = GameTile(name=view.name, facts=view.facts, help=view.help, direction=view.direction)
            on_press_of(tile, partial(app.choose_game, game_id))
            tiles.append(tile)
        self.ids.games.put(tiles, 2 if self.width > sp(1000) else 1)
