//! The menu: all games at a glance, and a select that starts one.

use futures::FutureExt;
use serenity::all::{CreateActionRow, CreateSelectMenuOption};

use crate::discord::context::{InteractionContext, Purpose};
use crate::discord::input::control::{BoardAction, Control, PageAction, Terms};
use crate::discord::message::Message;
use crate::discord::picture::{Board, Picture};
use crate::discord::reply::{FollowUp, Reply};
use crate::discord::text::{Language, Texts, key};
use crate::discord::view::position::heap_names;
use crate::discord::view::{button, game_options, select};
use crate::game::{GameId, Point};
use crate::rules::{Options, Position, Variant};

/// The value of the choice that leaves the game to chance.
const ANY: &str = "any";

impl InteractionContext {
    pub(in crate::discord) async fn menu(self: Box<Self>, terms: Terms) -> Reply {
        let control = Control::Page(PageAction::Menu(terms));
        Reply::private(menu(self.language().await, control))
    }

    /// The menu for another game after a finished one.
    pub(in crate::discord) async fn menu_after(
        self: Box<Self>,
        game: GameId,
        point: Point,
    ) -> Reply {
        let control = Control::Board {
            game,
            point,
            action: BoardAction::StartOther,
        };
        Reply::private(menu(self.language().await, control))
    }

    /// Starts the game that was chosen, from its usual opening.
    pub(in crate::discord) async fn chosen_from_menu(
        self: Box<Self>,
        terms: Terms,
        values: &[String],
    ) -> Reply {
        match chosen(values, self.rendering()) {
            Some(start) => self.start_with(terms.from(start)).await,
            None => self.private(key!("refused-old-control")).await,
        }
    }

    /// Starts the game that was chosen after a finished one.
    pub(in crate::discord) async fn other_game(
        mut self: Box<Self>,
        from: GameId,
        values: &[String],
    ) -> Reply {
        let Some(start) = chosen(values, self.rendering()) else {
            return self.private(key!("refused-old-control")).await;
        };
        let new = match self.bot.service.suited(self.caller.member, start).await {
            Ok(new) => new,
            Err(fault) => return Reply::private(self.fault(&fault).await),
        };
        self.purpose = Purpose::Start(new);
        self.bot.prepare(new.start).await;
        let pending = self.bot.service.play_other(self.caller.clone(), from, new);
        self.change(pending, move |context, update| {
            let shown = context.show_update(update);
            // The finished board becomes a line.
            async move { shown.await.then([FollowUp::RedrawBoard(from)]) }.boxed()
        })
        .await
    }

    /// Starts a game of that kind that suits the member.
    pub(in crate::discord) async fn play_me(self: Box<Self>, variant: Variant) -> Reply {
        match Position::usual(variant, Options::default()) {
            Ok(start) => self.start_suited(start).await,
            Err(_) => self.private(key!("refused-old-control")).await,
        }
    }
}

/// The usual opening of the game that is chosen. Where it is left to chance, the time of the choice decides.
fn chosen(values: &[String], choice: u64) -> Option<Position> {
    let value = values.first()?;
    let any = || {
        // The milliseconds of a snowflake, modulo a number that is small.
        let games = u64::try_from(Variant::ALL.len()).ok()?;
        let place = usize::try_from((choice >> 22) % games).ok()?;
        Variant::ALL.get(place).copied()
    };
    let variant = match value.as_str() {
        ANY => any(),
        key => Variant::from_key(key),
    };
    Position::usual(variant?, Options::default()).ok()
}

/// A picture of all games, and a select that is that control.
fn menu(language: Language<'_>, control: Control) -> Message {
    let any = CreateSelectMenuOption::new(language.say(key!("menu-any")), ANY);
    let any = any.description(language.say(key!("menu-any-what")));
    let mut options = game_options(language, None);
    options.push(any);
    let games = select(language, control, options, key!("select-game"));
    let challenge = Control::Page(PageAction::Challenge(None));
    let challenge = button(language, challenge, key!("button-challenge"));
    let rows = vec![games, CreateActionRow::Buttons(vec![challenge])];
    let (picture, in_words) = (picture(language), language.say(key!("picture-games")));
    Message::private(language.say(key!("menu")), rows).showing(picture, in_words)
}

/// The picture of the menu, in the usual language.
#[must_use]
pub fn games_picture(texts: &Texts) -> Picture {
    picture(texts.language(""))
}

/// A small board of each game, after a move, with its name.
fn picture(language: Language<'_>) -> Picture {
    let board = |&variant: &Variant| {
        let start = Position::usual(variant, Options::default()).ok()?;
        let mv = start.best_move().or_else(|| start.choices().largest())?;
        let board = Board {
            start,
            before: Some(start),
            ..Board::at(start.play(mv).ok()?, heap_names(language, start))
        };
        Some((board, language.game_name(variant)))
    };
    Picture::Games(Variant::ALL.iter().filter_map(board).collect())
}
