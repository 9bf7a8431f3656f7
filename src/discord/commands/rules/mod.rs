//! `rules`: the rules of a game, in private messages whose buttons turn the pages.

pub(in crate::discord) mod view;

use serenity::all::CreateCommandOption;

use crate::discord::commands::command::{Click, Command, Control};
use crate::discord::commands::id::{Id, Seen, flag, position_words, read_position};
use crate::discord::context::{Answer, Context};
use crate::discord::input::option::{BadOptions, Given, completed};
use crate::discord::reply::Reply;
use crate::discord::text::{Key, Texts, key};
use crate::records::{GameRecord, Word, words};
use nim_games::{Move, Options, Position, Variant};

pub(super) struct Rules {
    variant: Option<Variant>,
}

impl Command for Rules {
    const NAME: &'static str = "rules";
    const TEXT: Key = key!("command-rules");
    type Control = RulesControl;

    fn options(texts: &Texts) -> Vec<CreateCommandOption> {
        vec![completed(texts, key!("option-game"))]
    }

    fn read(given: Given<'_>) -> Result<Self, BadOptions> {
        let variant = given.game()?;
        Ok(Self { variant })
    }

    async fn answer(self, context: Context) -> Answer {
        match self.variant {
            Some(variant) => first_page(&context, variant).await,
            None => Ok(Reply::private(view::all_rules(context.language().await))),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) enum RulesControl {
    /// Shows the rules of the game of a board or a challenge.
    OfGame(Seen),
    /// Shows the rules of the game that is chosen.
    Choose,
    /// Turns to another page.
    Page {
        /// A position of the game whose rules are shown.
        of: Position,
        page: RulesPage,
        /// Whether the page has a button that starts the game.
        is_offered: bool,
    },
    /// Makes the chosen move in the example.
    Try {
        at: Position,
        /// Whether the page has a button that starts the game.
        is_offered: bool,
        /// Changes on every redraw. Otherwise the client would ignore the same option being chosen
        /// again.
        rendering: u64,
    },
}

/// A page of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) enum RulesPage {
    /// How to move.
    Moves,
    /// What wins.
    Wins,
    /// The idea of perfect play.
    Idea,
    /// How to find the winning moves.
    Find,
    /// The number behind perfect play.
    Ratio,
    /// The proof of the idea.
    Proof,
    /// The positions to leave to the opponent.
    Table,
    /// A textbook example, played move by move.
    Worked,
    /// Where the game comes from.
    History,
}

words! {
    RulesPage:
        Self::Moves => "moves",
        Self::Wins => "wins",
        Self::Idea => "idea",
        Self::Find => "find",
        Self::Ratio => "ratio",
        Self::Proof => "proof",
        Self::Table => "table",
        Self::Worked => "worked",
        Self::History => "history";
}

impl Control for RulesControl {
    fn id(self) -> Id {
        match self {
            Self::OfGame(seen) => Id::in_game(seen, "rules"),
            Self::Choose => Id::page("rules-of"),
            Self::Page {
                of,
                page,
                is_offered,
            } => {
                let (of, page, is_offered) = (position_words(of), page.word(), flag(is_offered));
                Id::page(format!("rules-page:{of}:{page}:{is_offered}"))
            }
            Self::Try {
                at,
                is_offered,
                rendering,
            } => {
                let (at, is_offered) = (position_words(at), flag(is_offered));
                Id::page(format!("try:{at}:{is_offered}:{rendering}"))
            }
        }
    }

    fn read(seen: Option<Seen>, words: &[&str]) -> Option<Self> {
        Some(match *words {
            ["rules"] => Self::OfGame(seen?),
            ["rules-of"] => Self::Choose,
            ["rules-page", ref of @ .., page, is_offered] => Self::Page {
                of: read_position(of)?,
                page: Word::from_word(page)?,
                is_offered: is_offered == "y",
            },
            ["try", ref at @ .., is_offered, rendering] => Self::Try {
                at: read_position(at)?,
                is_offered: is_offered == "y",
                rendering: rendering.parse().ok()?,
            },
            _ => return None,
        })
    }

    /// Anyone may use these controls, not only the players.
    async fn click(self, click: Click, context: Context) -> Answer {
        let page = match self {
            Self::OfGame(seen) => {
                let start = context
                    .bot
                    .service
                    .start_of(&context.caller, seen.game)
                    .await?;
                let rules = pages(&context, start, false).await;
                return Ok(Reply::private(rules.page(start, RulesPage::Moves)));
            }
            Self::Choose => return first_page(&context, click.variant()?).await,
            Self::Page {
                of,
                page,
                is_offered,
            } => pages(&context, of, is_offered).await.page(of, page),
            Self::Try { at, is_offered, .. } => {
                let mv: Option<Move> = click.value().parse().ok();
                let mv = mv.filter(|&mv| at.play(mv).is_ok());
                let mv = mv.ok_or(key!("refused-old-control"))?;
                pages(&context, at, is_offered).await.tried(at, mv)
            }
        };
        Ok(Reply::update(page))
    }
}

async fn first_page(context: &Context, variant: Variant) -> Answer {
    let start = Position::usual(variant, Options::default());
    let start = start.map_err(|_| key!("refused-old-control"))?;
    let rules = pages(context, start, true).await;
    Ok(Reply::private(rules.page(start, RulesPage::Moves)))
}

async fn pages(context: &Context, of: Position, is_offered: bool) -> view::Rules<'_> {
    let worked = of.worked_example().map(|worked| worked.start);
    let to_leave = of.to_leave().into_iter().flat_map(|row| row.positions);
    let in_tables: Vec<_> = to_leave.map(|lost| lost.position).chain(worked).collect();
    view::Rules {
        has_examples: is_safe_to_show(context, &[of.example_start()]).await,
        has_tables: is_safe_to_show(context, &in_tables).await,
        language: context.language().await,
        is_offered,
        rendering: context.rendering(),
    }
}

/// Whether the solutions of the positions may be shown: only if the member has no running game
/// against another member at or near one of them. Returns `false` if the games cannot be read.
async fn is_safe_to_show(context: &Context, positions: &[Position]) -> bool {
    let service = &context.bot.service;
    let running = service.games_at(context.caller.member, positions).await;
    let is_with_a_member = |record: &GameRecord| record.game.players().level().is_none();
    running.is_ok_and(|running| !running.iter().any(is_with_a_member))
}
