//! Makes moves with the controls of a board: buttons, selects, a sheet, a keypad.

use discord_sandbox::{Answer, Member};
use nim_games::{Choices, HeapSet, Move, Position, Variant, letter};

/// Makes a move with the buttons and selects on the board, in as many steps as it takes.
pub(crate) async fn presses(member: &Member, at: Position, mv: Move) -> String {
    let label = button(at, mv);
    match mv {
        _ if member.control(&label).is_some() => member.clicks(&label).await.to_string(),
        Move::Count(amount) => member.chooses("Add", &amount.to_string()).await.to_string(),
        Move::Place(stack) => {
            let stack = (stack + 1).to_string();
            member.chooses("Put a stone on …", &stack).await.to_string()
        }
        Move::Split { heap, part } => {
            let list = format!("Split {heap}");
            opens(member, at, &list).await;
            member.chooses(&list, &part.to_string()).await.to_string()
        }
        Move::Take(amounts) if matches!(at.choices(), Choices::Sheet(_)) => {
            let taken = HeapSet::of(amounts);
            for heap in taken.iter() {
                let list = format!("From heap {}", letter(heap));
                let board = member.chooses(&list, &amounts[heap].to_string()).await;
                assert!(board.to_string().contains("Chosen: "), "{board}");
            }
            member.clicks("Take ").await.to_string()
        }
        Move::Clear(cells) => {
            let numbers = cells.iter().map(|cell| (cell + 1).to_string());
            for number in numbers {
                let board = member.clicks(&number).await.to_string();
                assert!(board.contains("Chosen: "), "{board}");
            }
            member.clicks("Take dot").await.to_string()
        }
        // A select shows only amounts up to 25.
        Move::Take(_) if mv.taken().is_some_and(|(_, amount)| amount > 25) => {
            member.clicks("Other move…").await;
            let filled = member.fills(&[("Your move", &mv.to_string())]).await;
            filled.to_string()
        }
        Move::Take(_) => {
            let (heaps, amount) = mv.taken().expect("a move from heaps");
            let list = match (at.variant(), heaps.to_string().as_str()) {
                (Variant::Wythoff, heaps) => list(direction(heaps)),
                (Variant::Multi, "AB") => "Sweep both heaps".to_owned(),
                (Variant::Multi, heaps) if heaps.len() > 1 => "Sweep all heaps".to_owned(),
                (Variant::Building, heap) => format!("From stack {heap}"),
                (_, heap) => format!("From heap {heap}"),
            };
            opens(member, at, &list).await;
            member.chooses(&list, &amount.to_string()).await.to_string()
        }
    }
}

/// Moves by the button or the select that the latest board has for them.
pub(crate) trait Takes {
    /// Takes `amount` from a heap, named as on the buttons.
    async fn takes(&self, amount: u64, from: &str) -> Answer;

    /// Moves the queen `amount` squares: `left`, `down` or `diagonally`.
    async fn goes(&self, amount: u64, direction: &str) -> Answer;
}

impl Takes for Member {
    async fn takes(&self, amount: u64, from: &str) -> Answer {
        let (button, select) = (format!("{amount} from {from}"), format!("From heap {from}"));
        uses_later(self, &button, &select, amount).await
    }

    async fn goes(&self, amount: u64, direction: &str) -> Answer {
        let (button, select) = (format!("{} {amount}", arrow(direction)), list(direction));
        uses_later(self, &button, &select, amount).await
    }
}

/// Uses the button or the select, whichever is on the later message.
async fn uses_later(member: &Member, button: &str, select: &str, amount: u64) -> Answer {
    let message_of = |control: &str| member.find_control(control).map(|(message, _)| message);
    if message_of(button) > message_of(select) {
        member.clicks(button).await
    } else {
        member.chooses(select, &amount.to_string()).await
    }
}

/// Where the queen goes if she takes from the given heaps.
fn direction(heaps: &str) -> &'static str {
    match heaps {
        "A" => "left",
        "B" => "down",
        _ => "diagonally",
    }
}

/// The arrow on the buttons for a direction.
fn arrow(direction: &str) -> &'static str {
    match direction {
        "left" => "←",
        "down" => "↓",
        _ => "↙",
    }
}

/// The select for a direction.
fn list(direction: &str) -> String {
    let (first, rest) = direction.split_at(1);
    format!("{}{rest} …", first.to_uppercase())
}

/// Opens a list of moves if the board has no room for all lists.
async fn opens(member: &Member, at: Position, list: &str) {
    match at.choices() {
        Choices::Lists(lists) if lists.len() > 4 => {
            let board = member.chooses("Which?", list).await.to_string();
            assert!(
                board.contains(&format!("“{list}”: now finish your move.")),
                "{board}"
            );
        }
        Choices::Lists(_) | Choices::Sheet(_) | Choices::Cells { .. } => {}
    }
}

/// What the button of a move says.
pub(crate) fn button(at: Position, mv: Move) -> String {
    match mv {
        Move::Count(amount) => {
            let said = at.shape().counting().expect("a count").count + amount;
            format!("+{amount} → {said}")
        }
        Move::Place(stack) => format!("Stone on {}", letter(stack.into())),
        Move::Split { heap, part } => format!("{heap} = {part} + {}", heap - part),
        Move::Clear(_) => "no single button".to_owned(),
        Move::Take(amounts) => {
            let taken = HeapSet::of(amounts);
            let each = taken.iter().map(|heap| (amounts[heap], letter(heap)));
            match mv.taken() {
                Some((heaps, amount)) if at.variant() == Variant::Wythoff => {
                    format!("{} {amount}", arrow(direction(&heaps.to_string())))
                }
                Some((_, amount))
                    if at.shape().lettered().is_some_and(|heaps| heaps.len() == 1) =>
                {
                    format!("Take {amount}")
                }
                Some((heaps, amount)) if heaps.iter().count() == 1 => {
                    format!("{amount} from {heaps}")
                }
                Some((_, amount)) if at.variant() == Variant::Multi => {
                    format!("{amount} from each")
                }
                Some(_) | None => {
                    let parts: Vec<String> = each
                        .map(|(amount, heap)| format!("{amount} {heap}"))
                        .collect();
                    parts.join(" + ")
                }
            }
        }
    }
}
