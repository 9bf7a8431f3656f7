//! `start`: starts a game against the bot, and afterwards the next one.

mod door;
mod more;

use serenity::all::{ButtonStyle, CreateActionRow, CreateCommandOption};

use crate::discord::commands::command::{Click, Command, Control};
use crate::discord::commands::id::{
    Id, Seen, animal_code, decode, drawn_words, first_code, game_words, read_drawn, read_game,
};
use crate::discord::context::{Answer, BelongsTo, Context, Failure, Origin, Purpose, Shown};
use crate::discord::input::option::{BadOptions, GivenOptions, choices, only_position};
use crate::discord::input::position_options::{self, GivenPosition, opening};
use crate::discord::reply::{FollowUp, Reply};
use crate::discord::text::{Key, Language, Texts, key};
use crate::discord::view::{button, opponent_key};
use crate::game::{Day, GameId, WhoStarts};
use crate::records::Word;
use crate::service::{BotRematch, Drawn, EndIfReplaced, Finished, NewGame, Setup, Wanted};
use door::{Chosen, Door, chosen, more_games};
use more::more;
use nim_games::{Animal, Options, Position, Variant};

pub(super) enum Start {
    /// The menu, with which a game is chosen.
    Menu(Terms),
    /// A game as it is described.
    Game(Setup),
}

/// Who goes first, and against which animal, as far as the member has chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::discord) struct Terms {
    pub(super) first: Option<WhoStarts>,
    pub(super) animal: Option<Animal>,
}

impl Terms {
    /// A game from a position that the bot draws.
    fn drawn(self, variant: Variant, options: Options) -> Drawn {
        Drawn {
            options,
            first: self.first,
            animal: self.animal,
            ..Drawn::usual(variant)
        }
    }
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
        options
    }

    fn read(given: GivenOptions<'_>) -> Result<Self, BadOptions> {
        let terms = Terms {
            first: given.word("first")?,
            animal: given.word("opponent")?,
        };
        let is_named = given.text("position")?.is_none() && given.number("a")?.is_none();
        Ok(match position_options::read(given)? {
            GivenPosition::Nothing => Self::Menu(terms),
            GivenPosition::Game(variant, options) => {
                // Refused at once if there are no such options.
                opening(variant, options)?;
                Self::Game(Setup::Drawn(terms.drawn(variant, options)))
            }
            GivenPosition::Positions(positions) => {
                let start = only_position(positions)?;
                let named = NewGame::to_win(start, terms.animal);
                Self::Game(Setup::Chosen(if is_named {
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
                }))
            }
        })
    }

    async fn answer(self, context: Context) -> Answer {
        match self {
            Self::Menu(terms) => door(&context, terms).await,
            Self::Game(setup) => start(&context, Wish::Game(setup)).await,
        }
    }
}

/// A game against the bot, as a member wishes to play it. A question about it carries it whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) enum Wish {
    Game(Setup),
    /// From the position of a finished game after the given number of moves.
    TryAgain(GameId, usize),
    /// Another game, after a finished one.
    Other(GameId, Variant),
    /// The next one after a finished game.
    Next(GameId, BotRematch),
}

impl Wish {
    /// The game that is wanted.
    async fn wanted(self, context: &Context) -> Result<Wanted, Failure> {
        let (service, caller) = (&context.bot.service, &context.caller);
        Ok(match self {
            Self::Game(setup) => setup.into(),
            Self::TryAgain(game, moves) => {
                let record = service.finished(caller, Finished::Game(game)).await?;
                let position = record.positions().get(moves).copied();
                let position = position.ok_or(key!("refused-old-control"))?;
                let animal = record.game.players().animal().or(Some(Animal::Penguin));
                Wanted {
                    // The review has shown how it is won.
                    is_helped: true,
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

    /// Its words in the id of a control.
    fn words(self) -> String {
        match self {
            Self::Game(Setup::Chosen(new)) => game_words(new),
            Self::Game(Setup::Drawn(drawn)) => format!("drawn:{}", drawn_words(drawn)),
            Self::TryAgain(game, moves) => format!("try-again:{}:{moves}", game.0),
            Self::Other(game, variant) => format!("other:{}:{}", game.0, variant.code()),
            Self::Next(game, next) => format!("next:{}:{}", game.0, rematch_word(next)),
        }
    }

    fn read(words: &[&str]) -> Option<Self> {
        let id = |game: &str| game.parse().ok().map(GameId);
        Some(match *words {
            ["drawn", ref drawn @ ..] => Self::Game(Setup::Drawn(read_drawn(drawn)?)),
            ["try-again", game, moves] => Self::TryAgain(id(game)?, moves.parse().ok()?),
            ["other", game, variant] => Self::Other(id(game)?, Variant::from_code(variant)?),
            ["next", game, next] => Self::Next(id(game)?, read_rematch(next)?),
            _ => Self::Game(Setup::Chosen(read_game(words)?)),
        })
    }
}

fn rematch_word(next: BotRematch) -> &'static str {
    match next {
        BotRematch::Again => "again",
        BotRematch::OtherSide => "other-side",
        BotRematch::NewPosition => "position",
        BotRematch::Against(animal) => animal.word(),
    }
}

fn read_rematch(word: &str) -> Option<BotRematch> {
    Some(match word {
        "again" => BotRematch::Again,
        "other-side" => BotRematch::OtherSide,
        "position" => BotRematch::NewPosition,
        animal => BotRematch::Against(Word::from_word(animal)?),
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) enum StartControl {
    /// Starts the given game.
    New(NewGame),
    /// Starts a game from a position that the bot draws.
    Drawn(Drawn),
    /// Starts the game that is chosen from the menu.
    Menu(Terms),
    /// Ends the running game in the way announced to the member, and starts the one that is wished.
    Replace(GameId, EndIfReplaced, Wish),
    /// Starts the game that follows a finished one.
    Rematch(Seen, BotRematch),
    /// Shows what else can be done after a finished game.
    More(Seen),
    /// Starts the game that is chosen after a finished one.
    StartOther(Seen),
    /// Starts a game against the animal that is chosen after a finished game.
    Against(Seen),
    /// Starts a game from the position of a finished game after the given number of moves.
    TryAgain(GameId, usize),
}

impl StartControl {
    /// Starts a game as it is described.
    const fn of(setup: Setup) -> Self {
        match setup {
            Setup::Chosen(new) => Self::New(new),
            Setup::Drawn(drawn) => Self::Drawn(drawn),
        }
    }
}

impl Control for StartControl {
    fn id(self) -> Id {
        match self {
            Self::New(new_game) => Id::without_game(format!("start:{}", game_words(new_game))),
            Self::Drawn(drawn) => Id::without_game(format!("play:{}", drawn_words(drawn))),
            Self::Menu(Terms { first, animal }) => {
                let first = first.map_or("-", first_code);
                let animal = animal.map_or("-", animal_code);
                Id::without_game(format!("menu:{first}:{animal}"))
            }
            // The id leaves out the point, which would make it too long.
            Self::Replace(game, old_end, wish) => {
                let word = match old_end {
                    EndIfReplaced::WithoutResult => "anew",
                    EndIfReplaced::AsALoss => "lose",
                };
                Id::in_game(Seen::anywhere(game), format!("{word}:{}", wish.words()))
            }
            Self::Rematch(seen, next) => Id::in_game(seen, format!("next:{}", rematch_word(next))),
            Self::More(seen) => Id::in_game(seen, "more"),
            Self::StartOther(seen) => Id::in_game(seen, "start-other"),
            Self::Against(seen) => Id::in_game(seen, "against"),
            Self::TryAgain(game, moves) => {
                Id::in_game(Seen::anywhere(game), format!("try-again:{moves}"))
            }
        }
    }

    fn read(seen: Option<Seen>, words: &[&str]) -> Option<Self> {
        Some(match *words {
            ["start", ref game @ ..] => Self::New(read_game(game)?),
            ["play", ref drawn @ ..] => Self::Drawn(read_drawn(drawn)?),
            ["menu", first, animal] => Self::Menu(Terms {
                first: decode(first_code, first),
                animal: decode(animal_code, animal),
            }),
            ["anew", ref wish @ ..] => {
                Self::Replace(seen?.game, EndIfReplaced::WithoutResult, Wish::read(wish)?)
            }
            ["lose", ref wish @ ..] => {
                Self::Replace(seen?.game, EndIfReplaced::AsALoss, Wish::read(wish)?)
            }
            ["next", next] => Self::Rematch(seen?, read_rematch(next)?),
            ["more"] => Self::More(seen?),
            ["start-other"] => Self::StartOther(seen?),
            ["against"] => Self::Against(seen?),
            ["try-again", moves] => Self::TryAgain(seen?.game, moves.parse().ok()?),
            _ => return None,
        })
    }

    fn shown(self) -> Shown {
        match self {
            Self::New(_)
            | Self::Drawn(_)
            | Self::Menu(_)
            | Self::Replace(..)
            | Self::Against(_)
            | Self::StartOther(_) => Shown::NewMessageInstead,
            Self::TryAgain(..) => Shown::NewMessage,
            Self::Rematch(..) | Self::More(_) => Shown::InPlace,
        }
    }

    fn belongs_to(self) -> BelongsTo {
        match self {
            Self::New(_)
            | Self::Drawn(_)
            | Self::Menu(_)
            | Self::Replace(..)
            | Self::TryAgain(..) => BelongsTo::Both,
            Self::Rematch(..) | Self::More(_) | Self::StartOther(_) | Self::Against(_) => {
                BelongsTo::Finished
            }
        }
    }

    async fn click(self, click: Click, context: Context) -> Answer {
        let (service, caller) = (&context.bot.service, context.caller.clone());
        match self {
            Self::New(new_game) => start(&context, Wish::Game(Setup::Chosen(new_game))).await,
            Self::Drawn(drawn) => start(&context, Wish::Game(Setup::Drawn(drawn))).await,
            Self::Menu(terms) => match chosen(click.value(), context.rendering())? {
                Chosen::Game(variant) => {
                    let drawn = terms.drawn(variant, Options::default());
                    start(&context, Wish::Game(Setup::Drawn(drawn))).await
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
                        let language = context.language().await;
                        Ok(Reply::private(more(language, &record, animal)))
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
    // Tabulates the starting position if it needs a table.
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
                Origin::Command | Origin::Private => context.show_update(update).await,
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
