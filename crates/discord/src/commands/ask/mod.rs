//! `ask`: shows a position to everybody in the channel. Each answers in private which move they would make; who
//! asks sees the answers, and closes the question. Then its message tells how often each move was answered, and
//! what wins.

pub(crate) mod view;

use serenity::all::CreateCommandOption;

use crate::commands::choice;
use crate::commands::command::{Click, Clickable, Command, Submission};
use crate::context::{Answer, Context, Failure, InteractionContext};
use crate::controls::Control;
use crate::controls::ask::AskControl;
use crate::drafts::Draft;
use crate::input::option::{BadOptions, GivenOptions, choices, text_with_completion};
use crate::input::position_options::{self, GivenPosition};
use crate::message::Message;
use crate::reply::{FollowUp, Reply};
use crate::text::{Key, Texts, key};
use crate::view::{illegal, plain};
use nim_games::{Move, Position, Told, Variant};
use wythoff_game::Day;
use wythoff_game::records::{InteractionId, MessageId, Post, Switch};
use wythoff_service::{Caller, Finished, NoAnswer, NotAsked, OpenedQuestion, QuestionToShow};

/// The most moves of a position that the bot chooses. More would be no question for a chat.
const MOST_MOVES: u128 = 25;

/// How many positions are drawn at most.
const DRAWN: usize = 20;

pub(super) struct Ask {
    about: GivenPosition,
    /// Whether those who find it are named in the end.
    names: Switch,
}

impl Command for Ask {
    const NAME: &'static str = "ask";
    const TEXT: Key = key!("command-ask");
    type Control = AskControl;

    fn options(texts: &Texts) -> Vec<CreateCommandOption> {
        vec![
            text_with_completion(texts, key!("option-game")),
            text_with_completion(texts, key!("option-position")),
            choices(texts, key!("option-names"), |switch| match switch {
                Switch::On => key!("choice-yes"),
                Switch::Off => key!("choice-no"),
            }),
        ]
    }

    fn read(given: GivenOptions<'_>) -> Result<Self, BadOptions> {
        Ok(Self {
            about: position_options::read(given)?,
            names: given.word("names")?.unwrap_or(Switch::On),
        })
    }

    async fn answer(self, context: Context) -> Answer {
        let game = match self.about {
            GivenPosition::Positions(positions) => {
                let [position] = *positions else {
                    return Err(key!("ask-which").into());
                };
                return ask(&context, position, self.names).await;
            }
            GivenPosition::Game(variant, _) => Some(variant),
            GivenPosition::Nothing => latest_game(&context).await,
        };
        let earlier = match an_earlier_puzzle(&context, game).await? {
            None => an_earlier_puzzle(&context, None).await?,
            found => found,
        };
        match earlier {
            Some(position) => ask(&context, position, self.names).await,
            None => Err(key!("ask-which").into()),
        }
    }
}

/// The kind of game that the member has played here last.
async fn latest_game(context: &Context) -> Option<Variant> {
    let service = &context.bot.service;
    let latest = service.finished(&context.caller, Finished::LatestHere);
    latest.await.ok().map(|record| record.variant())
}

/// A small earlier puzzle, of a game if one is given, that helps nowhere else.
async fn an_earlier_puzzle(
    context: &Context,
    game: Option<Variant>,
) -> Result<Option<Position>, Failure> {
    let everybody = Caller {
        is_for_all: true,
        ..context.caller.clone()
    };
    let fits = |day: Day| {
        let at = day.puzzle();
        let is_small = at.choices().count() <= MOST_MOVES;
        is_small && game.is_none_or(|game| at.variant() == game)
    };
    for _ in 0..DRAWN {
        let day = context.bot.service.another_daily(&context.caller, fits);
        let Some(at) = day.await?.map(Day::puzzle) else {
            return Ok(None);
        };
        let told = Told::solution(at, false);
        if context
            .bot
            .service
            .check_told(&everybody, &told)
            .await
            .is_ok()
        {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

impl Clickable for AskControl {
    async fn click(self, click: Click, context: Context) -> Answer {
        match self {
            Self::Make(position) => ask(&context, position, Switch::On).await,
            Self::Open(question) => open(&context, question, click.message).await,
            Self::Close(question) => close(&context, question).await,
            Self::Choose { question, choice } => {
                let now = find(&context, question).await?;
                let at = now.question().position;
                let page = |draft| page(&context, &now, draft);
                let make = |mv| answer(&context, &now, mv);
                choice::carry_out(&context, at, (choice, click.value(), self.id()), page, make)
                    .await
            }
        }
    }

    async fn submit(self, form: Submission, context: Context) -> Answer {
        let Self::Choose { question, .. } = self else {
            return Err(key!("refused-old-control").into());
        };
        let now = find(&context, question).await?;
        let mv = choice::read_form(&context, now.question().position, &form).await?;
        answer(&context, &now, mv).await
    }
}

/// Asks about a position. The bot has to be able to edit the message, or the answers could not gather there.
async fn ask(context: &Context, position: Position, names: Switch) -> Answer {
    if !context.permissions.can_gather() {
        return Err(key!("ask-nowhere").into());
    }
    context.bot.prepare(position).await;
    let service = &context.bot.service;
    let is_anonymous = names == Switch::Off;
    let pending = service.ask(context.caller.clone(), position, is_anonymous);
    context
        .change(pending, |context, asked| async move {
            match asked {
                Ok(question) => {
                    let post = Post::Question(question.id);
                    let new = QuestionToShow {
                        question,
                        shares: Vec::new(),
                        found_by: Vec::new(),
                        undrawn: 0,
                    };
                    let language = context.public_language().await;
                    context.gathering(post, view::question(language, &new))
                }
                Err(NotAsked::TooMany(open)) => {
                    let language = context.language().await;
                    Reply::private(view::too_many(language, &open))
                }
                Err(NotAsked::Already) => context.private(key!("ask-already")).await,
                Err(NotAsked::NoMoves) => context.private(key!("ask-no-moves")).await,
            }
        })
        .await
}

/// Opens a question. Its message is now known, so it can be drawn again.
async fn open(context: &Context, question: InteractionId, message: MessageId) -> Answer {
    let service = &context.bot.service;
    let pending = service.open_question(context.caller.clone(), question, message);
    context
        .change(pending, move |context, opened| async move {
            match opened {
                Ok(opened) => Reply::private(page(&context, &opened, Draft::Nothing).await),
                Err(why) => no_answer(&context, why).await,
            }
            .then([FollowUp::RedrawPost(Post::Question(question))])
        })
        .await
}

async fn answer(context: &Context, now: &OpenedQuestion, mv: Move) -> Answer {
    let asked = now.question();
    if let Err(why) = asked.position.play(mv) {
        let why = illegal(context.language().await, why, asked.position);
        return Err(plain(why).into());
    }
    let question = asked.id;
    let service = &context.bot.service;
    let pending = service.answer_question(context.caller.clone(), question, mv);
    context
        .change(pending, move |context, answered| async move {
            match answered {
                Ok(now) => Reply::update(page(&context, &now, Draft::Nothing).await)
                    .then([FollowUp::RedrawPost(Post::Question(question))]),
                Err(why) => no_answer(&context, why).await,
            }
        })
        .await
}

async fn close(context: &Context, question: InteractionId) -> Answer {
    let service = &context.bot.service;
    let manages = context.permissions.manages_server;
    let pending = service.close_question(context.caller.clone(), question, manages);
    context
        .change(pending, move |context, closed| async move {
            match closed {
                Ok((opened, marked_games)) => {
                    let closed = (&opened, marked_games);
                    let text = view::closed(context.language().await, closed);
                    Reply::update(plain(text))
                        .then([FollowUp::RedrawPost(Post::Question(question))])
                }
                Err(why) => no_answer(&context, why).await,
            }
        })
        .await
}

/// The question as the caller sees it, if it is still open.
async fn find(context: &Context, question: InteractionId) -> Result<OpenedQuestion, Failure> {
    let service = &context.bot.service;
    let found = service.question(&context.caller, question).await?;
    Ok(found.map_err(refusal)?)
}

async fn page(context: &InteractionContext, now: &OpenedQuestion, draft: Draft) -> Message {
    let drawn = (context.rendering(), context.permissions.manages_server);
    view::opened(context.language().await, now, drawn, draft)
}

const fn refusal(why: NoAnswer) -> Key {
    match why {
        NoAnswer::Gone => key!("ask-gone"),
        NoAnswer::Closed => key!("ask-closed"),
        NoAnswer::NotYours => key!("ask-not-yours"),
    }
}

async fn no_answer(context: &InteractionContext, why: NoAnswer) -> Reply {
    context.private(refusal(why)).await
}
