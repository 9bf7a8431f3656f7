//! *Who wins?*: somebody who watches a game predicts its winner. The end of the game names those who were right.

use serenity::all::{CreateActionRow, CreateButton};

use super::command::{Click, Clickable};
use crate::context::{Answer, Context};
use crate::controls::Control;
use crate::controls::predict::PredictControl;
use crate::message::Message;
use crate::reply::Reply;
use crate::text::{Language, key, tell};
use crate::view::{animal_name, labelled_button, name, plain, player};
use wythoff_game::{Player, Seat};
use wythoff_service::{NotPredicted, Predictable};

impl Clickable for PredictControl {
    async fn click(self, _click: Click, context: Context) -> Answer {
        let service = &context.bot.service;
        match self {
            Self::Ask(game) => {
                let found = service.predictable(&context.caller, game).await?;
                let language = context.language().await;
                Ok(Reply::private(match found {
                    Ok(game) => question(language, &game),
                    Err(why) => plain(refusal(language, why)),
                }))
            }
            Self::Winner(game, winner) => {
                let pending = service.predict(context.caller.clone(), game, winner);
                context
                    .change(pending, move |context, predicted| async move {
                        let language = context.language().await;
                        Reply::update(plain(match predicted {
                            Ok((record, _)) => tell!(
                                language, key!("predict-noted"), "who" => name(language, &record.game, winner)
                            ),
                            Err(why) => refusal(language, why),
                        }))
                    })
                    .await
            }
        }
    }
}

/// Asks who wins.
fn question(language: Language<'_>, (record, names): &Predictable) -> Message {
    let game = &record.game;
    let button = |(seat, name): (Seat, &Option<String>)| -> CreateButton {
        let label = match game.players().at(seat) {
            Player::Bot(animal) => animal_name(language, animal),
            Player::Member(_) | Player::Former(_) => {
                let nameless = || language.say(key!("predict-nameless"));
                name.clone().unwrap_or_else(nameless)
            }
        };
        let id = PredictControl::Winner(game.id(), seat).id();
        labelled_button(id, &label)
    };
    let rows = vec![CreateActionRow::Buttons(
        Seat::BOTH.into_iter().zip(names).map(button).collect(),
    )];
    let players = Seat::BOTH.map(|seat| name(language, game, seat));
    let text = tell!(
        language, key!("predict-question"), "first" => players[0].as_str(), "second" => players[1].as_str()
    );
    Message::private(text, rows)
}

fn refusal(language: Language<'_>, why: NotPredicted) -> String {
    language.say(match why {
        NotPredicted::Before(winner) => {
            return tell!(language, key!("predict-before"), "who" => player(language, winner));
        }
        NotPredicted::Over => key!("predict-over"),
        NotPredicted::TooLate => key!("predict-too-late"),
        NotPredicted::Erased => key!("predict-erased"),
        NotPredicted::Player => key!("predict-player"),
    })
}
