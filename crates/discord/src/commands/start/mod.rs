//! `start`: starts a game against the bot, and afterwards the next one.

mod door;
mod more;

use door::{Chosen, Door, chosen, more_games};
use more::more;
use serenity::all::{ButtonStyle, CreateActionRow, CreateCommandOption};

use crate::commands::command::{Click, Clickable, Command};
use crate::context::{Answer, Context, Failure, Origin, Purpose};
use crate::controls::id::{animal_code, decode};
use crate::controls::start::{StartControl, Terms, Wish};
use crate::controls::{Control, Seen};
use crate::input::option::{BadOptions, GivenOptions, choices, only_position};
use crate::input::position_options::{self, GivenPosition, opening};
use crate::reply::{FollowUp, Reply};
use crate::text::{Key, Language, Texts, key};
use crate::view::{button, opponent_key};
use nim_games::{Animal, Options, Position, Variant};
use wythoff_game::records::Switch;
use wythoff_game::{Day, GameId, WhoStarts};
use wythoff_service::{BotRematch, Drawn, EndIfReplaced, Finished, NewGame, Setup, Wanted};

pub(super) enum Start {
    /// No game is named: the front door.
    Door(Terms),
    /// A game as it is described, and whether only the member sees its board.
    Game(Setup, Option<Switch>),
}

impl Command for Start {
    const NAME: &'static str = "start";
    const TEXT: Key = key!("command-start");
    type Control = StartControl;

    fn options(texts: &Texts) -> Vec<CreateCommandOption> {
        let mut options = position_options::options(texts);
        options.push(choices(texts, key!("option-first"), |first| match first {
            WhoStarts::Random => key!("choice-random"),
            WhoStarts::Me => key!("choice-me"),
            WhoStarts::Opponent => key!("choice-bot"),
        }));
        options.push(choices(texts, key!("option-opponent"), opponent_key));
        options.push(choices(
            texts,
            key!("option-private"),
            |switch| match switch {
                Switch::On => key!("choice-yes"),
                Switch::Off => key!("choice-no"),
            },
        ));
        options
    }

    fn read(given: GivenOptions<'_>) -> Result<Self, BadOptions> {
        let terms = Terms {
            first: given.word("first")?,
            animal: given.word("opponent")?,
        };
        let privately = given.word("private")?;
        let is_named = given.text("position")?.is_none() && given.number("a")?.is_none();
        Ok(match position_options::read(given)? {
            GivenPosition::Nothing if privately.is_some() => {
                let [variant, ..] = Variant::LIKED;
                let drawn = terms.drawn(variant, Options::default());
                Self::Game(Setup::Drawn(drawn), privately)
            }
            GivenPosition::Nothing => Self::Door(terms),
            GivenPosition::Game(variant, options) => {
                // Refused at once if there are no such options.
                opening(variant, options)?;
                Self::Game(Setup::Drawn(terms.drawn(variant, options)), privately)
            }
            GivenPosition::Positions(positions) => {
                let start = only_position(positions)?;
                let named = NewGame::to_win(start, terms.animal);
                // A named opening is played like a game: to win, against the animal reached. A position
                // that is written out is a question: against the Penguin, and anybody may begin.
                let new = if is_named {
                    NewGame {
                        first: terms.first.unwrap_or(named.first),
                        ..named
                    }
                } else {
                    NewGame {
                        start,
                        first: terms.first.unwrap_or(WhoStarts::Random),
                        animal: terms.animal.or(Some(Animal::Penguin)),
                    }
                };
                Self::Game(Setup::Chosen(new), privately)
            }
        })
    }

    async fn answer(self, context: Context) -> Answer {
        match self {
            Self::Door(terms) => door(&context, terms).await,
            // An earlier version would show it to everybody.
            Self::Game(_, Some(Switch::On)) if context.bot.store().has_other_version() => {
                Err(key!("refused-being-updated").into())
            }
            Self::Game(setup, privately) => start(&context, Wish::Game(setup, privately)).await,
        }
    }
}

impl Wish {
    /// The game that is wanted.
    async fn wanted(self, context: &Context) -> Result<Wanted, Failure> {
        let (service, caller) = (&context.bot.service, &context.caller);
        Ok(match self {
            Self::Game(setup, privately) => Wanted {
                is_private: privately.map(|switch| switch == Switch::On),
                ..setup.into()
            },
            Self::TryAgain(game, moves) => {
                let record = service.finished(caller, Finished::Game(game)).await?;
                let position = record.positions().get(moves).copied();
                let position = position.ok_or(key!("refused-old-control"))?;
                let animal = record.game.players().animal().or(Some(Animal::Penguin));
                Wanted {
                    // The review has shown how it is won.
                    is_helped: true,
                    is_private: record.is_private.then_some(true),
                    ..NewGame::to_win(position, animal).into()
                }
            }
            Self::Other(game, variant) => Wanted {
                follows: Some(game),
                ..Setup::Drawn(Drawn::usual(variant)).into()
            },
            Self::Next(game, next) => {
                let finished = service.game(game).await?;
                let finished = finished.ok_or(key!("refused-unknown-game"))?;
                Wanted {
                    follows: Some(game),
                    ..next.setup(&finished).into()
                }
            }
        })
    }
}

impl Clickable for StartControl {
    async fn click(self, click: Click, context: Context) -> Answer {
        let (service, caller) = (&context.bot.service, context.caller.clone());
        match self {
            Self::New(new_game) => start(&context, Wish::Game(Setup::Chosen(new_game), None)).await,
            Self::Drawn(drawn) => start(&context, Wish::Game(Setup::Drawn(drawn), None)).await,
            Self::Menu(terms) => match chosen(click.value(), &service.chance)? {
                Chosen::Game(variant) => {
                    let drawn = terms.drawn(variant, Options::default());
                    start(&context, Wish::Game(Setup::Drawn(drawn), None)).await
                }
                Chosen::More => {
                    let language = context.language().await;
                    Ok(Reply::update(more_games(language, terms)))
                }
            },
            Self::Replace(old, old_end, wish) => {
                start_in_place_of(&context, wish, Some((old, old_end))).await
            }
            Self::Rematch(Seen { game, .. }, next) => start(&context, Wish::Next(game, next)).await,
            Self::More(seen) => {
                let record = service.game(seen.game).await?;
                let record = record.ok_or(key!("refused-unknown-game"))?;
                let players = record.game.players();
                let is_own = players.seat_of(caller.player()).is_some();
                match players.animal() {
                    Some(animal) if is_own && !record.is_followed => {
                        let can_dare = context.permissions.can_gather();
                        let language = context.language().await;
                        Ok(Reply::private(more(language, &record, animal, can_dare)))
                    }
                    Some(_) | None => door(&context, Terms::default()).await,
                }
            }
            Self::Against(Seen { game, .. }) => {
                let animal = decode(animal_code, click.value());
                let animal = animal.ok_or(key!("refused-old-control"))?;
                start(&context, Wish::Next(game, BotRematch::Against(animal))).await
            }
            Self::TryAgain(game, moves) => start(&context, Wish::TryAgain(game, moves)).await,
            Self::StartOther(Seen { game, .. }) => {
                start(&context, Wish::Other(game, click.variant()?)).await
            }
        }
    }
}

/// The front door. Behind *Play* is the first game, against the animal that the member has reached.
async fn door(context: &Context, terms: Terms) -> Answer {
    let (service, caller) = (&context.bot.service, &context.caller);
    let [variant, ..] = Variant::LIKED;
    let drawn = terms.drawn(variant, Options::default());
    let offer = service.offer(caller, drawn).await?;
    let today = Day::of(caller.at());
    let daily = service.daily(caller, today).await?;
    let door = Door {
        terms,
        offer,
        puzzle: today.puzzle(),
        is_puzzle_done: daily.daily_try.is_solved(),
        waiting_practice: service.practice_list(caller).await?.due.len(),
        can_challenge: context.permissions.is_public,
    };
    Ok(Reply::private(door::door(context.language().await, &door)))
}

/// Starts the game that a member wishes to play.
pub(super) async fn start(context: &Context, wish: Wish) -> Answer {
    start_in_place_of(context, wish, None).await
}

/// Starts a game, perhaps in place of a running one, which ends as the member was told.
async fn start_in_place_of(
    context: &Context,
    wish: Wish,
    replaces: Option<(GameId, EndIfReplaced)>,
) -> Answer {
    context.set_purpose(Purpose::Start(wish));
    let wanted = Wanted {
        replaces,
        ..wish.wanted(context).await?
    };
    // Tabulates the start if it needs a table; if it is still to be drawn, the usual one in its place.
    let usual = |drawn: Drawn| Position::usual(drawn.variant, drawn.options).ok();
    let start = match wanted.setup {
        Setup::Chosen(new) => Some(new.start),
        Setup::Drawn(drawn) => usual(drawn),
    };
    if let Some(start) = start {
        context.bot.prepare(start).await;
    }
    let ended = replaces.map(|(old, _)| old);
    let pending = context.bot.service.start(context.caller.clone(), wanted);
    context
        .change(pending, move |context, update| async move {
            let changed = [ended, update.record.follows];
            let board = match context.origin {
                Origin::Message { .. } => context.show_new_board(update).await,
                Origin::NewMessage | Origin::Private => context.show_update(update).await,
            };
            let changed = changed.into_iter().flatten();
            board.then(changed.map(FollowUp::RedrawBoard))
        })
        .await
}

/// A row with the button that starts a game against the bot.
pub(super) fn start_row(language: Language<'_>, setup: Setup) -> CreateActionRow {
    let start = button(language, StartControl::of(setup).id(), key!("button-start"));
    CreateActionRow::Buttons(vec![start.style(ButtonStyle::Primary)])
}
