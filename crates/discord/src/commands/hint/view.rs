//! A hint in three steps, one idea each: a question, the winning move on the board, its reason. In a
//! lost position: that it is lost, why the most instructive moves fail, and the general rule.

use itertools::Itertools as _;
use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use crate::controls::hint::{HintControl, HintStep};
use crate::controls::play::PlayControl;
use crate::controls::{Control, Seen};
use crate::message::Message;
use crate::picture::{Board, Picture};
use crate::text::{Key, Language, key, tell};
use crate::view::description::board_in_words;
use crate::view::explanation::{Voice, examples, explained, head, law, refuted};
use crate::view::legends::with_pictures;
use crate::view::moves::label;
use crate::view::moves::move_arguments;
use crate::view::position::heap_names;
use crate::view::{animal_name, button, labelled_button};
use nim_games::{Animal, Explanation, Move, Refutation};
use wythoff_game::records::GameRecord;

/// A step of a hint.
pub(crate) fn hint(language: Language<'_>, record: &GameRecord, step: HintStep) -> Message {
    let game = &record.game;
    let hint = Hint {
        language,
        record,
        explanation: Explanation::of(game.position()),
    };
    match (hint.explanation.winning, step) {
        (None, HintStep::Question) => hint.with_cost(hint.lost()),
        (None, HintStep::Answer) => hint.refutations(),
        (None, HintStep::Law) => hint.law(),
        (Some(best), HintStep::Question) => {
            match game.position().offered_moves(best, &[]).as_slice() {
                [] | [_] => hint.with_cost(hint.answer(best, None)),
                offered => hint.with_cost(hint.question(offered, None)),
            }
        }
        (Some(best), HintStep::Answer) => hint.answer(best, None),
        (Some(_), HintStep::Law) => hint.reason(),
    }
}

/// The reply to a guess.
pub(crate) fn reply_to_guess(language: Language<'_>, record: &GameRecord, guess: Move) -> Message {
    let position = record.game.position();
    let hint = Hint {
        language,
        record,
        explanation: Explanation::of(position),
    };
    let Some(best) = hint.explanation.winning else {
        return hint.lost();
    };
    let is_right = position.play(guess).is_ok_and(|left| left.is_lost());
    if is_right {
        return hint.answer(guess, Some(key!("hint-right")));
    }
    hint.question(&position.offered_moves(best, &[]), Some(guess))
}

struct Hint<'g> {
    language: Language<'g>,
    record: &'g GameRecord,
    explanation: Explanation,
}

impl Hint<'_> {
    /// A first message, with what the hint costs. Nothing is said if it costs nothing.
    fn with_cost(&self, message: Message) -> Message {
        if self.record.is_helped {
            message.with_line(&self.language.say(key!("hint-counts")))
        } else {
            message
        }
    }

    fn question(&self, offered: &[Move], wrong: Option<Move>) -> Message {
        let (language, at) = (self.language, self.explanation.at);
        let question = tell!(language, key!("hint-question"), "count" => offered.len());
        let feedback = wrong.and_then(|mv| {
            let move_label = label(language, at, mv);
            let example = refuted(language, at, &Refutation::of(at, mv)?, false, Voice::Us);
            let verdict = tell!(language, key!("hint-wrong"), "move" => move_label);
            Some(format!("{verdict} {example}"))
        });
        let guesses = offered.iter().map(|&mv| {
            let control = HintControl::Guess(Seen::of(&self.record.game), mv);
            let label = label(language, at, mv);
            labelled_button(control.id(), &label).disabled(Some(mv) == wrong)
        });
        let rows = vec![
            CreateActionRow::Buttons(guesses.collect()),
            self.next_row(HintStep::Answer, key!("button-hint-answer")),
        ];
        let lines = feedback.into_iter().chain([question]).join("\n");
        Message::private(lines, rows)
    }

    /// A winning move, marked on the board.
    fn answer(&self, winning: Move, praise: Option<Key>) -> Message {
        let (language, at) = (self.language, self.explanation.at);
        let ends = at.play(winning).is_ok_and(|left| left.is_over());
        let mut args = move_arguments(language, at, winning);
        args.set("end", if ends { "at-once" } else { "later" });
        let animal = self.record.game.players().animal();
        args.set(
            "animal",
            animal
                .map(|animal| animal_name(language, animal))
                .unwrap_or_default(),
        );
        let answer = language.tell(key!("hint-answer"), &args);
        let praise = praise.map(|praise| language.say(praise));
        let text = praise.into_iter().chain([answer]).join(" ");
        let more = HintControl::Step(Seen::of(&self.record.game), HintStep::Law);
        let more = button(language, more.id(), key!("button-tell-more"));
        let rows = vec![CreateActionRow::Buttons(vec![
            self.play_button(winning),
            more,
        ])];
        let board = Board {
            start: self.record.game.start_position(),
            winning_move: Some(winning),
            ..Board::at(at, heap_names(language, at))
        };
        let in_words = board_in_words(language, &board);
        Message::private(text, rows).showing(Picture::Board(Box::new(board)), in_words)
    }

    fn play_button(&self, mv: Move) -> CreateButton {
        let control = PlayControl::Play(Seen::of(&self.record.game), mv);
        let play = button(self.language, control.id(), key!("button-hint-play"));
        play.style(ButtonStyle::Primary)
    }

    fn reason(&self) -> Message {
        let why = explained(self.language, &self.explanation, Voice::Us);
        let play = self.explanation.winning.map(|mv| self.play_button(mv));
        let rows = play.map(|play| CreateActionRow::Buttons(vec![play]));
        self.illustrated(why, rows.into_iter().collect())
    }

    fn lost(&self) -> Message {
        let rows = vec![self.next_row(HintStep::Answer, key!("button-hint-why"))];
        Message::private(self.advice(), rows)
    }

    fn refutations(&self) -> Message {
        let language = self.language;
        let mut sentences = examples(language, &self.explanation, Voice::Us);
        if self.explanation.law.is_some() {
            let rows = vec![self.next_row(HintStep::Law, key!("button-hint-law"))];
            return Message::private(sentences.join(" "), rows);
        }
        sentences.push(law(language, &self.explanation));
        self.illustrated(sentences.join(" "), vec![])
    }

    fn law(&self) -> Message {
        let (head, law) = (
            head(self.language, &self.explanation),
            law(self.language, &self.explanation),
        );
        self.illustrated(format!("{head} {law}"), vec![])
    }

    /// Advice for a position in which no move wins.
    fn advice(&self) -> String {
        let (language, position) = (self.language, self.explanation.at);
        let defence = position.defences().first().copied();
        let choices = position.choices();
        let animal = self.record.game.players().animal();
        let errs = animal.filter(|&animal| animal != Animal::Penguin);
        match defence {
            _ if choices.count() == 1 => language.say(key!("hint-only-move")),
            _ if choices.is_one_at_a_time() => language.say(key!("hint-settled")),
            _ if let Some(animal) = errs => {
                tell!(language, key!("hint-opponent-errs"), "animal" => animal_name(language, animal))
            }
            // Even the longest defence is answered by a move that ends the game.
            Some(defence) if position.play(defence).is_ok_and(|at| at.is_won_at_once()) => {
                language.say(key!("hint-next-ends"))
            }
            Some(defence) => {
                let args = move_arguments(language, position, defence);
                language.tell_for_game(position.variant(), key!("hint-hold-out"), &args)
            }
            None => language.say(key!("hint-play-on")),
        }
    }

    fn illustrated(&self, text: String, rows: Vec<CreateActionRow>) -> Message {
        with_pictures(self.language, text, rows, &self.explanation)
    }

    /// The row with the button for the next step.
    fn next_row(&self, step: HintStep, label: Key) -> CreateActionRow {
        let control = HintControl::Step(Seen::of(&self.record.game), step);
        let button = button(self.language, control.id(), label).style(ButtonStyle::Primary);
        CreateActionRow::Buttons(vec![button])
    }
}
