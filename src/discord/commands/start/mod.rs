//! `start`: starts a game against the bot, and afterwards the next one.

pub(in crate::discord) mod menu;

use serenity::all::{ButtonStyle, CreateActionRow, CreateCommandOption};

use crate::discord::commands::command::{Click, Command, Control};
use crate::discord::commands::id::{
    Id, Seen, decode, first_code, game_words, level_code, position_words, read_game, read_position,
};
use crate::discord::context::{Answer, BelongsTo, Context, Failure, Origin, Purpose, Shown};
use crate::discord::input::option::{BadOptions, GivenOptions, choices, choices_of, only_position};
use crate::discord::input::position_options::{self, GivenPosition, opening};
use crate::discord::reply::{FollowUp, Reply};
use crate::discord::text::{Key, Language, Texts, key};
use crate::discord::view::button;
use crate::game::{GameId, WhoStarts};
use crate::records::Word;
use crate::service::{BotRematch, EndIfReplaced, Finished, NewGame, Wanted};
use nim_games::{Level, Options, Position, Variant};

pub(super) enum Start {
    /// The menu, with which a game is chosen.
    Menu(Terms),
    /// A game from the given position.
    From(Position, Terms),
    /// Exactly the given game.
    Exactly(NewGame),
}

/// Who goes first, and how well the bot plays, as far as the member has chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::discord) struct Terms {
    pub(super) first: Option<WhoStarts>,
    pub(super) level: Option<Level>,
}

impl Terms {
    /// The game from `start` on these terms. Terms that are left out get fixed defaults, not what
    /// suits the member.
    fn exactly(self, start: Position) -> NewGame {
        NewGame {
            start,
            first: self.first.unwrap_or(WhoStarts::Random),
            level: self.level.unwrap_or(Level::Perfect),
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
        let levels = Level::ALL;
        let level = |level| match level {
            Level::Perfect => key!("choice-perfect"),
            Level::Good => key!("choice-good"),
            Level::Beginner | Level::Ladder(_) => key!("choice-beginner"),
        };
        options.push(choices_of(texts, key!("option-level"), levels, level));
        options
    }

    fn read(given: GivenOptions<'_>) -> Result<Self, BadOptions> {
        let terms = Terms {
            first: given.word("first")?,
            level: given
                .word("level")?
                .filter(|level| Level::ALL.contains(level)),
        };
        Ok(match position_options::read(given)? {
            GivenPosition::Nothing => Self::Menu(terms),
            GivenPosition::Game(variant, options) => Self::From(opening(variant, options)?, terms),
            GivenPosition::Positions(positions) => {
                Self::Exactly(terms.exactly(only_position(positions)?))
            }
        })
    }

    async fn answer(self, context: Context) -> Answer {
        match self {
            Self::Menu(terms) => Ok(menu(&context, StartControl::Menu(terms)).await),
            Self::From(position, terms) => start_from(&context, position, terms).await,
            Self::Exactly(new_game) => start(&context, Wish::Game(new_game)).await,
        }
    }
}

/// A game against the bot, as a member wishes to play it. A question about it carries it whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) enum Wish {
    /// Exactly that game.
    Game(NewGame),
    /// From the position of a finished game after the given number of moves.
    TryAgain(GameId, usize),
    /// The usual opening of another game, after a finished one.
    Other(GameId, Variant),
    /// The next game on the ladder, after a finished one.
    Climb(GameId),
}

impl Wish {
    /// The game as it would start now.
    async fn wanted(self, context: &Context) -> Result<Wanted, Failure> {
        let (service, caller) = (&context.bot.service, &context.caller);
        Ok(match self {
            Self::Game(new) => new.into(),
            Self::TryAgain(game, moves) => {
                let record = service.finished(caller, Finished::Game(game)).await?;
                let position = record.positions().get(moves).copied();
                let position = position.ok_or(key!("refused-old-control"))?;
                Wanted {
                    // The review has shown how it is won.
                    is_helped: true,
                    ..NewGame::to_win(position, Level::Perfect).into()
                }
            }
            Self::Other(game, variant) => {
                let start = Position::usual(variant, Options::default());
                let start = start.map_err(|_| key!("refused-old-control"))?;
                let new = service.suitable_game(caller.member, start).await?;
                Wanted {
                    follows: Some(game),
                    ..new.into()
                }
            }
            Self::Climb(game) => {
                let finished = service.game(game).await?;
                let finished = finished.ok_or(key!("refused-unknown-game"))?;
                let new = service
                    .ladder_game(caller, finished.variant(), None)
                    .await?;
                Wanted {
                    follows: Some(game),
                    ..new.into()
                }
            }
        })
    }

    /// Its words in the id of a control.
    fn words(self) -> String {
        match self {
            Self::Game(new) => game_words(new),
            Self::TryAgain(game, moves) => format!("try-again:{}:{moves}", game.0),
            Self::Other(game, variant) => format!("other:{}:{}", game.0, variant.code()),
            Self::Climb(game) => format!("climb:{}", game.0),
        }
    }

    fn read(words: &[&str]) -> Option<Self> {
        let id = |game: &str| game.parse().ok().map(GameId);
        Some(match *words {
            ["try-again", game, moves] => Self::TryAgain(id(game)?, moves.parse().ok()?),
            ["other", game, variant] => Self::Other(id(game)?, Variant::from_code(variant)?),
            ["climb", game] => Self::Climb(id(game)?),
            _ => Self::Game(read_game(words)?),
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) enum StartControl {
    /// Starts the given game.
    New(NewGame),
    /// Starts a game of the given kind that suits the member.
    Suited(Variant),
    /// Starts a game from the given opening that suits the member.
    SuitedFrom(Position),
    /// Starts the game that is chosen from the menu.
    Menu(Terms),
    /// Ends the running game in the way announced to the member, and starts the one that is wished.
    Replace(GameId, EndIfReplaced, Wish),
    /// Starts the game that follows a finished one.
    Rematch(Seen, BotRematch),
    /// Shows the menu for another game after a finished one.
    OtherGame(Seen),
    /// Starts the game that is chosen from the menu of `OtherGame`.
    StartOther(Seen),
    /// Starts a game from the position of a finished game after the given number of moves.
    TryAgain(GameId, usize),
}

impl Control for StartControl {
    fn id(self) -> Id {
        match self {
            Self::New(new_game) => Id::without_game(format!("start:{}", game_words(new_game))),
            Self::Suited(variant) => Id::without_game(format!("play-me:{}", variant.code())),
            Self::SuitedFrom(opening) => {
                Id::without_game(format!("play-at:{}", position_words(opening)))
            }
            Self::Menu(Terms { first, level }) => {
                let (first, level) = (first.map_or("-", first_code), level.map_or("-", level_code));
                Id::without_game(format!("menu:{first}:{level}"))
            }
            // The id leaves out the point, which would make it too long.
            Self::Replace(game, old_end, wish) => {
                let word = match old_end {
                    EndIfReplaced::WithoutResult => "anew",
                    EndIfReplaced::AsALoss => "lose",
                };
                Id::in_game(Seen::anywhere(game), format!("{word}:{}", wish.words()))
            }
            Self::Rematch(seen, next) => {
                let next = match next {
                    BotRematch::Again => "again",
                    BotRematch::OtherSide => "other-side",
                    BotRematch::NewPosition => "position",
                    BotRematch::AtLevel(level) => level.word(),
                };
                Id::in_game(seen, format!("next:{next}"))
            }
            Self::OtherGame(seen) => Id::in_game(seen, "other-game"),
            Self::StartOther(seen) => Id::in_game(seen, "start-other"),
            Self::TryAgain(game, moves) => {
                Id::in_game(Seen::anywhere(game), format!("try-again:{moves}"))
            }
        }
    }

    fn read(seen: Option<Seen>, words: &[&str]) -> Option<Self> {
        Some(match *words {
            ["start", ref game @ ..] => Self::New(read_game(game)?),
            ["play-me", game] => Self::Suited(Variant::from_code(game)?),
            ["play-at", ref opening @ ..] => Self::SuitedFrom(read_position(opening)?),
            ["menu", first, level] => Self::Menu(Terms {
                first: decode(first_code, first),
                level: decode(level_code, level),
            }),
            ["anew", ref wish @ ..] => {
                Self::Replace(seen?.game, EndIfReplaced::WithoutResult, Wish::read(wish)?)
            }
            ["lose", ref wish @ ..] => {
                Self::Replace(seen?.game, EndIfReplaced::AsALoss, Wish::read(wish)?)
            }
            ["next", next] => {
                let next = match next {
                    "again" => BotRematch::Again,
                    "other-side" => BotRematch::OtherSide,
                    "position" => BotRematch::NewPosition,
                    level => {
                        let level = Word::from_word(level)?;
                        BotRematch::AtLevel(Some(level).filter(|level| Level::ALL.contains(level))?)
                    }
                };
                Self::Rematch(seen?, next)
            }
            ["other-game"] => Self::OtherGame(seen?),
            ["start-other"] => Self::StartOther(seen?),
            ["try-again", moves] => Self::TryAgain(seen?.game, moves.parse().ok()?),
            _ => return None,
        })
    }

    fn shown(self) -> Shown {
        match self {
            Self::New(_)
            | Self::Suited(_)
            | Self::SuitedFrom(_)
            | Self::Menu(_)
            | Self::Replace(..)
            | Self::StartOther(_) => Shown::NewMessageInstead,
            Self::TryAgain(..) => Shown::NewMessage,
            Self::Rematch(..) | Self::OtherGame(_) => Shown::InPlace,
        }
    }

    fn belongs_to(self) -> BelongsTo {
        match self {
            Self::New(_)
            | Self::Suited(_)
            | Self::SuitedFrom(_)
            | Self::Menu(_)
            | Self::Replace(..)
            | Self::TryAgain(..) => BelongsTo::Both,
            Self::Rematch(..) | Self::OtherGame(_) | Self::StartOther(_) => BelongsTo::Finished,
        }
    }

    async fn click(self, click: Click, context: Context) -> Answer {
        let (service, caller) = (&context.bot.service, context.caller.clone());
        match self {
            Self::New(new_game) => start(&context, Wish::Game(new_game)).await,
            Self::Suited(variant) => {
                let start = Position::usual(variant, Options::default());
                let start = start.map_err(|_| key!("refused-old-control"))?;
                start_from(&context, start, Terms::default()).await
            }
            Self::SuitedFrom(opening) => start_from(&context, opening, Terms::default()).await,
            Self::Menu(terms) => {
                let start = menu::chosen_opening(click.value(), context.rendering())?;
                start_from(&context, start, terms).await
            }
            Self::Replace(old, old_end, wish) => {
                start_in_place_of(&context, wish, Some((old, old_end))).await
            }
            Self::Rematch(Seen { game, .. }, next) => {
                let pending = service.rematch_bot(caller, game, next);
                context
                    .change(pending, move |context, update| async move {
                        let board = context.show_new_board(update).await;
                        // Redrawn, the finished board shows only the result.
                        board.then([FollowUp::RedrawBoard(game)])
                    })
                    .await
            }
            Self::OtherGame(seen) => {
                let record = service.game(seen.game).await?;
                let can_follow = record.is_some_and(|record| {
                    let seat = record.game.players().seat_of(caller.player());
                    seat.is_some() && !record.is_followed
                });
                let control = if can_follow {
                    Self::StartOther(seen)
                } else {
                    Self::Menu(Terms::default())
                };
                Ok(menu(&context, control).await)
            }
            Self::TryAgain(game, moves) => start(&context, Wish::TryAgain(game, moves)).await,
            Self::StartOther(Seen { game, .. }) => {
                let opening = menu::chosen_opening(click.value(), context.rendering())?;
                start(&context, Wish::Other(game, opening.variant())).await
            }
        }
    }
}

/// The menu, whose select is the given control.
async fn menu(context: &Context, control: StartControl) -> Reply {
    let can_challenge = context.permissions.is_public;
    let menu = menu::menu(context.language().await, control.id(), can_challenge);
    Reply::private(menu)
}

/// Starts a game from a position. Without terms, the member can win it, and the bot plays at the
/// member's next level.
async fn start_from(context: &Context, position: Position, terms: Terms) -> Answer {
    let new_game = if terms == Terms::default() {
        context
            .bot
            .service
            .suitable_game(context.caller.member, position)
            .await?
    } else {
        terms.exactly(position)
    };
    start(context, Wish::Game(new_game)).await
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
    context.bot.prepare(wanted.new.start).await;
    let changed = [replaces.map(|(old, _)| old), wanted.follows];
    let pending = context.bot.service.start(context.caller.clone(), wanted);
    context
        .change(pending, move |context, update| async move {
            let board = match context.origin {
                Origin::Message { .. } => context.show_new_board(update).await,
                Origin::Command | Origin::Private => context.show_update(update).await,
            };
            let changed = changed.into_iter().flatten();
            board.then(changed.map(FollowUp::RedrawBoard))
        })
        .await
}

/// A row with the button that starts the given game against the bot.
pub(super) fn start_row(language: Language<'_>, new_game: NewGame) -> CreateActionRow {
    let start = button(
        language,
        StartControl::New(new_game).id(),
        key!("button-start"),
    );
    CreateActionRow::Buttons(vec![start.style(ButtonStyle::Primary)])
}
