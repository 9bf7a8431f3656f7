//! What to do after a first response, as a table: by what became of it, and by what it was.

use super::delivery::Delivery;
use wythoff_discord::{FollowUp, NewBoard, PublicMessage, Response};
use wythoff_game::records::{InteractionId, MessageId, Post};
use wythoff_game::{GameId, Timestamp};

/// Something to do after a first response.
#[derive(Debug)]
pub(super) enum Step {
    /// The response has posted this board as this message.
    NoteBoard(NewBoard, MessageId),
    /// The clicked message shows a game as it was after that change.
    NoteDrawn(GameId, Timestamp),
    /// The interaction's token can edit this message.
    Remember(MessageId),
    /// As `Remember`, but no known token is replaced: this one works only if Discord has the response.
    RememberIfNone(MessageId),
    /// This message is the one in which something gathers.
    NotePost(Post, MessageId),
    /// Discord is asked whether the response was posted: a board, or a public message.
    Search(Response),
    /// Carried out in answer to the interaction.
    Answer(FollowUp),
    /// Carried out by the bot itself, since the interaction was perhaps never answered.
    Send(FollowUp),
    /// Carried out once Discord can no longer carry out a late edit.
    SendLater(FollowUp),
}

/// What to do after the first response to the interaction `by`, whose control is in the message
/// `clicked`.
pub(super) fn after(
    by: InteractionId,
    delivery: Delivery,
    first: Response,
    clicked: Option<MessageId>,
) -> Vec<Step> {
    match (delivery, first) {
        // The answer to a repetition came first. It may show an older board.
        (Delivery::AnsweredBefore, Response::Board { game, .. }) => {
            vec![Step::Answer(FollowUp::RedrawBoard(game))]
        }
        (Delivery::Delivered(Some(message)), Response::NewBoard(board)) => {
            vec![Step::NoteBoard(board, message)]
        }
        (Delivery::Delivered(_), Response::Board { game, changed, .. }) => {
            // An earlier change is noted by the interaction that made it, perhaps in a newer message.
            let drawn = (changed >= by.at()).then_some(Step::NoteDrawn(game, changed));
            let token = clicked.map(Step::Remember);
            drawn.into_iter().chain(token).collect()
        }
        (Delivery::Delivered(_), Response::Update(_) | Response::Acknowledge) => {
            clicked.map(Step::Remember).into_iter().collect()
        }
        (Delivery::Lost, Response::NewBoard(board)) => vec![Step::Send(show_lost(by, board))],
        (Delivery::Lost, Response::Board { game, .. }) => {
            vec![Step::Send(FollowUp::RedrawBoard(game))]
        }
        (Delivery::Delivered(Some(message)), Response::Public(PublicMessage { post, .. })) => {
            let note = post.map(|post| Step::NotePost(post, message));
            note.into_iter().collect()
        }
        (Delivery::Lost, Response::Public(message)) if message.place.editable => {
            vec![Step::Send(FollowUp::PostMessage(message))]
        }
        (Delivery::Unknown, first @ (Response::NewBoard(_) | Response::Public(_))) => {
            vec![Step::Search(first)]
        }
        (Delivery::Unknown, Response::Board { game, .. }) => {
            let token = clicked.map(Step::RememberIfNone);
            let redraw = [
                Step::Send(FollowUp::RedrawBoard(game)),
                Step::SendLater(FollowUp::RedrawBoard(game)),
            ];
            token.into_iter().chain(redraw).collect()
        }
        (
            Delivery::Delivered(_) | Delivery::AnsweredBefore | Delivery::Lost | Delivery::Unknown,
            _nothing_to_note_or_show,
        ) => Vec::new(),
    }
}

/// What to do once Discord was asked whether the response was posted.
pub(super) fn after_search(by: InteractionId, found: Delivery, first: Response) -> Vec<Step> {
    match (found, &first) {
        // Discord gave no answer by the token, so the channel is searched for the message, which is
        // posted if it is missing.
        (Delivery::Unknown, Response::NewBoard(board)) => {
            vec![Step::Send(FollowUp::ShowOrPost(board.game))]
        }
        // Rather none than two.
        (Delivery::Unknown, _other) => Vec::new(),
        (Delivery::Delivered(_) | Delivery::AnsweredBefore | Delivery::Lost, _posted_or_not) => {
            after(by, found, first, None)
        }
    }
}

/// Shows a board that nobody has seen. A game whose first board cannot be posted is abandoned.
fn show_lost(by: InteractionId, NewBoard { game, pings, .. }: NewBoard) -> FollowUp {
    // A game has the id of the interaction that began it, so this is its first board.
    if game.0 == by.0 {
        FollowUp::PostBoard {
            game,
            pings,
            then: Vec::new(),
        }
    } else {
        FollowUp::ShowOrPost(game)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use wythoff_discord::Message;
    use wythoff_game::records::{ChannelId, Place};

    const BY: InteractionId = InteractionId(5);
    /// A change by the interaction.
    const CHANGED: Timestamp = BY.at();
    const CLICKED: MessageId = MessageId(7);

    fn new_board(game: i64) -> NewBoard {
        NewBoard {
            game: GameId(game),
            message: message(),
            changed: CHANGED,
            pings: Vec::new(),
            pending_answer: None,
        }
    }

    fn board() -> Response {
        Response::Board {
            game: GameId(5),
            message: message(),
            changed: CHANGED,
        }
    }

    fn public(editable: bool) -> Response {
        let place = Place {
            guild: None,
            channel: ChannelId(1),
            editable,
            language: "en-US".to_owned(),
        };
        Response::Public(PublicMessage {
            place,
            message: message(),
            post: Some(Post::Dare(BY)),
        })
    }

    fn message() -> Message {
        Message::private(String::new(), Vec::new())
    }

    /// The steps by their names: that of the follow-up, if it is one.
    fn steps(delivery: Delivery, first: Response) -> String {
        let steps = after(BY, delivery, first, Some(CLICKED));
        let names = steps.iter().map(|step| match step {
            Step::Answer(follow_up) => format!("answer {}", name(follow_up)),
            Step::Send(follow_up) => format!("send {}", name(follow_up)),
            Step::SendLater(follow_up) => format!("later {}", name(follow_up)),
            Step::NoteBoard(..)
            | Step::NoteDrawn(..)
            | Step::NotePost(..)
            | Step::Remember(_)
            | Step::RememberIfNone(_)
            | Step::Search(_) => name(step),
        });
        names.collect::<Vec<_>>().join(", ")
    }

    fn name(it: &impl std::fmt::Debug) -> String {
        let text = format!("{it:?}");
        let end = text.find(|c: char| !c.is_alphanumeric());
        text[..end.unwrap_or(text.len())].to_owned()
    }

    #[test]
    fn each_outcome_of_each_response_has_its_steps() {
        let all: [(Delivery, [&str; 6]); 4] = [
            (
                Delivery::Delivered(Some(MessageId(9))),
                [
                    "NoteBoard",
                    "NoteBoard",
                    "NoteDrawn, Remember",
                    "NotePost",
                    "NotePost",
                    "Remember",
                ],
            ),
            (
                Delivery::AnsweredBefore,
                ["", "", "answer RedrawBoard", "", "", ""],
            ),
            (
                Delivery::Lost,
                [
                    "send PostBoard",
                    "send ShowOrPost",
                    "send RedrawBoard",
                    "send PostMessage",
                    "",
                    "",
                ],
            ),
            (
                Delivery::Unknown,
                [
                    "Search",
                    "Search",
                    "RememberIfNone, send RedrawBoard, later RedrawBoard",
                    "Search",
                    "Search",
                    "",
                ],
            ),
        ];
        for (delivery, expected) in all {
            let firsts = [
                Response::NewBoard(new_board(5)),
                Response::NewBoard(new_board(4)),
                board(),
                public(true),
                public(false),
                Response::Acknowledge,
            ];
            let got = firsts.map(|first| steps(delivery, first));
            assert_eq!(got, expected, "{delivery:?}");
        }
    }

    #[test]
    fn only_a_change_of_its_own_is_noted() {
        let earlier = Response::Board {
            game: GameId(5),
            message: message(),
            changed: CHANGED.minus(Duration::from_millis(1)),
        };
        let got = steps(Delivery::Delivered(None), earlier);
        assert_eq!(got, "Remember");
    }

    #[test]
    fn a_board_that_is_not_found_is_posted_and_one_that_may_be_there_is_looked_for() {
        let found = |delivery| after_search(BY, delivery, Response::NewBoard(new_board(5)));
        let lost = found(Delivery::Lost);
        assert!(matches!(lost[..], [Step::Send(FollowUp::PostBoard { .. })]));
        let unknown = found(Delivery::Unknown);
        assert!(matches!(unknown[..], [Step::Send(FollowUp::ShowOrPost(_))]));
        let delivered = found(Delivery::Delivered(Some(CLICKED)));
        assert!(matches!(delivered[..], [Step::NoteBoard(_, CLICKED)]));
        let public = |delivery| after_search(BY, delivery, public(true));
        let lost = public(Delivery::Lost);
        assert!(matches!(lost[..], [Step::Send(FollowUp::PostMessage(_))]));
        assert!(public(Delivery::Unknown).is_empty());
    }
}
