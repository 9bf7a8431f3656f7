use super::lessons::{learner::Learner, positions};
use wythoff::rules::{Ending, Position, Variant};
#[test]
fn generate() {
    for &variant in Variant::ALL {
        for ending in [Ending::Normal, Ending::Misere] {
            let lessons = Position::lessons(variant, ending);
            let all = positions::of(variant, ending, true);
            let mut before: Option<wythoff::rules::lessons::Knowledge> = None;
            for lesson in lessons {
                let fits = |p: &Position| {
                    p.is_lost()
                        && !p.is_over()
                        && lesson.knows.lost.holds(&**p)
                        && !before.is_some_and(|b| b.lost.holds(&**p))
                };
                let mut found: Vec<Position> =
                    all.iter().map(|(p, _)| *p).filter(|p| fits(p)).collect();
                found.sort_by_key(|p| p.shape().size());
                let n = found.len();
                let told: Vec<String> = found
                    .iter()
                    .step_by((n / 12).max(1))
                    .take(14)
                    .map(|p| p.to_string())
                    .collect();
                eprintln!("GEN {variant} {ending} {}: {n}: {told:?}", lesson.name);
                let after = Learner::new(Some(lesson.knows));
                let prior = Learner::new(before);
                for notation in lesson.positions {
                    let Some(p) = positions::read(variant, ending, notation) else {
                        eprintln!(
                            "BAD {variant} {ending} {} {notation}: cannot be read",
                            lesson.name
                        );
                        continue;
                    };
                    let solves = |l: &Learner| l.moves(p).iter().all(|left| left.is_lost());
                    if p.is_lost() {
                        eprintln!("BAD {variant} {ending} {} {notation}: lost", lesson.name);
                        continue;
                    }
                    if !solves(&after) {
                        eprintln!(
                            "BAD {variant} {ending} {} {notation}: not solved",
                            lesson.name
                        );
                    }
                    if solves(&prior) && p.choices().count() > 1 {
                        eprintln!(
                            "BAD {variant} {ending} {} {notation}: solved before",
                            lesson.name
                        );
                    }
                }
                // won positions that would do
                let would = |p: &Position| {
                    !p.is_lost()
                        && after.moves(*p).iter().all(|l| l.is_lost())
                        && !prior.moves(*p).iter().all(|l| l.is_lost())
                };
                let mut won: Vec<Position> =
                    all.iter().map(|(p, _)| *p).filter(|p| would(p)).collect();
                won.sort_by_key(|p| p.shape().size());
                let n = won.len();
                let told: Vec<String> = won
                    .iter()
                    .step_by((n / 12).max(1))
                    .take(14)
                    .map(|p| p.to_string())
                    .collect();
                if ending == Ending::Misere {
                    eprintln!("WON {variant} {ending} {}: {n}: {told:?}", lesson.name);
                }
                before = Some(lesson.knows);
            }
        }
    }
}
