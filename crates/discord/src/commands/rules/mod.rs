//! `rules`: the rules of a game, in private messages; a select turns their pages.

pub(crate) mod view;

use serenity::all::{CreateActionRow, CreateCommandOption};

use crate::commands::command::{Click, Clickable, Command};
use crate::context::{Answer, Context, Failure};
use crate::controls::rules::{RulesControl, RulesPage};
use crate::input::option::{BadOptions, GivenOptions, text_with_completion};
use crate::input::position_options;
use crate::message::Message;
use crate::reply::Reply;
use crate::text::{Key, Texts, key};
use crate::view::show_button;
use nim_games::{Move, Options, Position, Told};
use wythoff_game::records::Word;
use wythoff_service::{Error, Refusal};

pub(super) struct Rules {
    game: Option<Position>,
}

impl Command for Rules {
    const NAME: &'static str = "rules";
    const TEXT: Key = key!("command-rules");
    type Control = RulesControl;

    fn options(texts: &Texts) -> Vec<CreateCommandOption> {
        vec![
            text_with_completion(texts, key!("option-game")),
            position_options::last(texts),
        ]
    }

    fn read(given: GivenOptions<'_>) -> Result<Self, BadOptions> {
        let game = position_options::named_game(given)?;
        Ok(Self { game })
    }

    async fn answer(self, context: Context) -> Answer {
        match self.game {
            Some(game) => Ok(first_page(&context, game).await),
            None => Ok(Reply::private(view::all_rules(context.language().await))),
        }
    }
}

impl Clickable for RulesControl {
    /// Anyone may use these controls, not only the players.
    async fn click(self, click: Click, context: Context) -> Answer {
        let page = match self {
            Self::OfGame(seen) => {
                let start = context
                    .bot
                    .service
                    .start_of(&context.caller, seen.game)
                    .await?;
                let rules = rules_of(&context, start, false).await;
                let page = page(&context, &rules, start, RulesPage::Moves);
                return Ok(Reply::private(page));
            }
            Self::Page(position, page) => {
                ask_if_it_helps(&context, &told_by(page, position)).await?;
                let rules = rules_of(&context, position, false).await;
                return Ok(Reply::private(rules.page(position, page)));
            }
            Self::Choose => {
                let usual = Position::usual(click.variant()?, Options::default());
                let usual = usual.map_err(|_| key!("refused-old-control"))?;
                return Ok(first_page(&context, usual).await);
            }
            Self::Pages {
                position,
                has_start_button,
                ..
            } => {
                // A button opens the first page.
                let page = match click.value() {
                    "" => RulesPage::Moves,
                    value => Word::from_word(value).ok_or(key!("refused-old-control"))?,
                };
                ask_if_it_helps(&context, &told_by(page, position)).await?;
                let rules = rules_of(&context, position, has_start_button).await;
                self::page(&context, &rules, position, page)
            }
            Self::Try {
                at,
                has_start_button,
                ..
            } => {
                let mv: Option<Move> = click.value().parse().ok();
                let mv = mv.filter(|&mv| at.play(mv).is_ok());
                let mv = mv.ok_or(key!("refused-old-control"))?;
                let after = at.play(mv).ok().map(|after| Told::solution(after, false));
                let told = Told::asked([at]).and(after.unwrap_or_default());
                ask_if_it_helps(&context, &told).await?;
                let rules = rules_of(&context, at, has_start_button).await;
                rules.example_after(at, mv)
            }
        };
        Ok(Reply::update(page))
    }
}

async fn first_page(context: &Context, start: Position) -> Reply {
    let rules = rules_of(context, start, true).await;
    Reply::private(page(context, &rules, start, RulesPage::Moves))
}

/// A page, with a button that shows it to everybody.
fn page(context: &Context, rules: &view::Rules<'_>, of: Position, page: RulesPage) -> Message {
    let message = rules.page(of, page);
    if !context.permissions.is_public {
        return message;
    }
    let show = show_button(rules.language, RulesControl::Page(of, page));
    message.and_row(CreateActionRow::Buttons(vec![show]))
}

async fn rules_of(
    context: &Context,
    position: Position,
    has_start_button: bool,
) -> view::Rules<'_> {
    let example = Told::solution(position.example_start(), true);
    view::Rules {
        has_examples: is_safe_to_show(context, &example).await,
        has_tables: is_safe_to_show(context, &tables(position)).await,
        language: context.language().await,
        has_start_button,
        readers: if context.caller.is_for_all {
            view::Readers::Everybody
        } else {
            view::Readers::One
        },
        rendering: context.rendering(),
    }
}

/// What the tables of a game and its textbook example tell.
fn tables(position: Position) -> Told {
    let worked = position.worked_example();
    let cold_positions = position.cold_positions().into_iter();
    let cold_positions = cold_positions.flat_map(|row| row.positions);
    let worked = worked.into_iter().flat_map(|worked| worked.positions());
    Told::lost(cold_positions.map(|lost| lost.position).chain(worked))
}

/// What a page tells.
pub(super) fn told_by(page: RulesPage, position: Position) -> Told {
    let start = position.example_start();
    match page {
        RulesPage::Moves | RulesPage::History => Told::default(),
        RulesPage::Wins => Told::lost(start.example().positions()),
        RulesPage::Idea
        | RulesPage::Find
        | RulesPage::Ratio
        | RulesPage::Proof
        | RulesPage::Table
        | RulesPage::WorkedExample => Told::solution(start, true).and(tables(position)),
    }
}

/// Asks first if an answer helps with the puzzle of the day. What helps in a game with a member is left
/// out of a page.
async fn ask_if_it_helps(context: &Context, told: &Told) -> Result<(), Failure> {
    match context.check_or_mark(told).await {
        Err(
            failure @ Failure::Service(Error::Refused {
                why: Refusal::HelpsWithPuzzle(_),
                ..
            }),
        ) => Err(failure),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Whether an answer may be shown: only if it does not help in a running game of the member with
/// another one. Returns `false` if the games cannot be read.
async fn is_safe_to_show(context: &Context, told: &Told) -> bool {
    let service = &context.bot.service;
    match service.check_told(&context.caller, told).await {
        Ok(_) => true,
        Err(Error::Refused { why, .. }) => matches!(why, Refusal::HelpsWithPuzzle(_)),
        Err(Error::Fault(_)) => false,
    }
}
