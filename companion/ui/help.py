"""What can be looked up during a match: how the game goes in short, and the house rules that count at this table."""

from kivy.app import App
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.help_view import rules_view
from companion.ui.present import game_card, limit_line
from companion.ui.table_model import TableModel
from companion.ui.telling import TellingScreen


class RuleRow(BoxLayout):
    """One house rule, and what was chosen."""

    label = StringProperty("")
    choice = StringProperty("")
    about = StringProperty("")
    unsure = BooleanProperty(False)
    changed = BooleanProperty(False)


class HelpScreen(TellingScreen):
    """Of the match on the table."""

    title = StringProperty("")
    facts = StringProperty("")
    help = StringProperty("")
    limit = StringProperty("")

    def tell(self, *_: object) -> None:
        model: TableModel | None = App.get_running_app().model
        if model is None or model.match is None or model.scores is None:
            return
        card = game_card(model.game, self.language)
        self.title, self.facts, self.help = card.name, card.facts, card.help
        self.limit = limit_line(model.scores, self.language)
        rows = self.ids.rules
        rows.clear_widgets()
        for rule in rules_view(model.game, model.match, self.language):
            looks = {"about": rule.about, "unsure": rule.unsure, "changed": rule.changed}
            rows.add_widget(RuleRow(label=rule.name, choice=rule.choice, **looks))
