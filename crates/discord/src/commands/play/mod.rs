//! `move`: makes a move, typed or chosen on a board. The controls also take moves back.

mod agreement;
mod draft;
mod typed;

use serenity::all::CreateCommandOption;

use crate::controls::move_control::MoveControl;
use crate::controls::{Control, Seen};

pub(super) use self::draft::draft_after_choice;
use self::typed::{move_from_text, typed_move};
use crate::commands::command::{Click, Clickable, Command, Submission};
use crate::context::{Answer, Context};
use crate::controls::play::PlayControl;
use crate::drafts::Draft;
use crate::input::option::{BadOptions, GivenOptions, text_with_completion};
use crate::reply::{FollowUp, Reply, Response};
use crate::text::{Key, Texts, key, tell};
use crate::view::{MOVE_FIELD, other_move_form, plain};
use nim_games::{List, Move};
use wythoff_game::Action;
use wythoff_service::GameUpdate;

pub(super) struct MakeMove {
    text: String,
    which: Option<String>,
}

impl Command for MakeMove {
    const NAME: &'static str = "move";
    const TEXT: Key = key!("command-move");
    type Control = PlayControl;

    fn options(texts: &Texts) -> Vec<CreateCommandOption> {
        vec![
            text_with_completion(texts, key!("option-move")).required(true),
            text_with_completion(texts, key!("option-which")),
        ]
    }

    fn read(given: GivenOptions<'_>) -> Result<Self, BadOptions> {
        let text = given.text("move")?.ok_or(BadOptions::Unknown)?;
        Ok(Self {
            text: text.to_owned(),
            which: given.which()?,
        })
    }

    async fn answer(self, context: Context) -> Answer {
        let game = context.running_game(self.which).await?;
        typed_move(&context, &self.text, game).await
    }
}

impl Clickable for PlayControl {
    async fn click(self, click: Click, context: Context) -> Answer {
        match self {
            Self::Choose(seen, choice) => choose(&context, seen, choice, &click).await,
            Self::Play(seen, mv) => play(&context, seen, mv).await,
            Self::TakeBack(seen) => {
                let action = Action::TakeBack { seen: seen.point };
                let (caller, target) = (context.caller.clone(), context.target(seen));
                let pending = context.bot.service.act(caller, target, action);
                context.change(pending, taken_back).await
            }
            Self::Ask(seen, on) => agreement::ask(&context, seen, on).await,
            Self::Agree {
                seen,
                on,
                by,
                until,
            } => agreement::agree(&context, (seen, on), by, until).await,
            Self::GoOn(seen) => agreement::go_on(&context, seen).await,
        }
    }

    async fn submit(self, form: Submission, context: Context) -> Answer {
        let Self::Choose(seen, MoveControl::OtherMove) = self else {
            return Err(key!("refused-old-control").into());
        };
        let target = context.target(seen);
        let mv = move_from_text(&context, form.field(MOVE_FIELD), target).await?;
        play(&context, seen, mv).await
    }
}

async fn choose(context: &Context, seen: Seen, choice: MoveControl, click: &Click) -> Answer {
    match choice {
        MoveControl::Pick { list: kind, .. } => {
            let amount = click
                .value()
                .parse()
                .map_err(|_| key!("refused-old-control"))?;
            // `mv` uses only the kind.
            let list = List { kind, most: amount };
            play(context, seen, list.mv(amount)).await
        }
        MoveControl::Press(mv) => play(context, seen, mv).await,
        MoveControl::OtherMove => {
            let record = context.game_on_turn(context.target(seen)).await?;
            let position = record.game.position();
            let id = PlayControl::Choose(Seen::of(&record.game), MoveControl::OtherMove).id();
            let form = other_move_form(context.language().await, position, &id);
            Ok(Reply::only(Response::Form(form)))
        }
        MoveControl::Open { .. } | MoveControl::Sheet { .. } | MoveControl::Cell { .. } => {
            choose_part(context, seen, choice, click).await
        }
    }
}

/// Chooses a part of a move. The game does not change: the board is redrawn with the choice so far.
async fn choose_part(context: &Context, seen: Seen, choice: MoveControl, click: &Click) -> Answer {
    let record = context.game_on_turn(context.target(seen)).await?;
    let choices = record.game.position().choices();
    Ok(
        match draft_after_choice(context, choices, seen, choice, click.value()).await {
            Ok(draft) => context.redraw_with_draft(&record, draft),
            Err((stands, why)) => {
                let why = plain(why);
                match choice.draft_of_select() {
                    // Redraw, or the refused option would stay chosen in its select.
                    Some(Draft::Amounts(_)) => context
                        .redraw_with_draft(&record, stands)
                        .then([FollowUp::SendPrivate(why)]),
                    Some(_) | None => Reply::private(why),
                }
            }
        },
    )
}

/// Makes a move in the position that the member saw.
async fn play(context: &Context, seen: Seen, mv: Move) -> Answer {
    let action = Action::Move {
        mv,
        seen: Some(seen.point),
    };
    let (caller, target) = (context.caller.clone(), context.target(seen));
    let pending = context.bot.service.act(caller, target, action);
    context
        .change(pending, |context, update| async move {
            context.show_update(update).await
        })
        .await
}

/// Shows the board. The first time that moves are taken back, also says that the game no longer
/// counts.
async fn taken_back(context: Context, update: GameUpdate) -> Reply {
    let times = update.record.game.times_taken_back();
    let note = match times {
        1 => Some(tell!(context.language().await, key!("board-taken-back"), "times" => times)),
        _ => None,
    };
    let note = note.map(plain).map(FollowUp::SendPrivate);
    context.show_update(update).await.then(note)
}
