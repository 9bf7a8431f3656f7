# What the bot teaches: hints, solutions, reviews. The rules and reasons of each game stand with its texts.

rules-ending = { $ending ->
    [misere] **Whoever takes the last one loses**; with the option `last: wins`, wins.
   *[normal] **Whoever takes the last one wins**; with the option `last: loses`, loses.
}
rules-example = **An example.** From { $position }, { $steps }
example-first = Anna
example-second = Boris
example-step = { $form ->
    [count] { $who } adds { $amount } and says { $said }.
    [split] { $who } splits { $heap } into { $part } and { $rest }: { $to }.
    [place] { $who } puts a stone on { $stack }: { $to }.
    [clear] { $who } takes { $cells }: { $to }.
   *[take] { $who } takes { $what }: { $to }.
}
example-end = { $how ->
    [took] **{ $who } has taken the last one, and wins.**
    [had-to-take] { $loser } had to take the last one: **{ $who } wins.**
    [split] **{ $who } has made the last split, and wins.**
    [had-to-split] { $loser } had to make the last split: **{ $who } wins.**
    [said] **{ $who } has said { $target }, and wins.**
   *[had-to-say] { $loser } had to say { $target }: **{ $who } wins.**
}
all-rules = **The games of the family**, with two players who take turns:
select-rules = Read the rules of …

winning-move = { $form ->
    [count] **Add { $amount }, and say { $said }.**
    [split] **Split { $heap } into { $part } and { $rest }.**
    [place] **Put a stone on { $stack }.**
    [clear] **Take { $cells }**, which leaves { $to }.
   *[take] **Take { $what }**, which leaves { $to }.
}
solution-title = **{ $game }**
solution-won = **{ $position } is won** for whoever is to move. { $count ->
    [one] The winning move:
   *[other] The winning moves, the quickest first where that is known:
}
solution-more = … and more.
solution-lost = **{ $position } is lost:** whoever has to move there loses against best play. { $why }

hint-opponent-errs = So there is no winning move now. But the bot makes mistakes at this level: keep the game long, and wait for one.
hint-hold-out = So there is no winning move now. { $form ->
    [count] Add what you like: it lasts equally long.
    [split] Splitting { $heap } into { $part } and { $rest } holds out longest.
    [place] A stone on { $stack } holds out longest.
    [clear] Taking { $cells } holds out longest.
   *[take] Taking { $what } holds out longest.
}
hint-only-move = So there is no winning move now, and just one move to make.
hint-settled = So there is no winning move now. Each move takes just one from here on, so nobody can change how it ends.
hint-play-on = So there is no winning move now, and I make no mistakes at this level. Play on, and watch what I leave you each time.

review-title = **Looking back on the game**
review-nobody-moved = Nobody made a move.
review-turning-point = **The turning point was move { $ply }:** { $who } threw the win away, and never got another chance.
review-resigned-a-win = **The turning point was the resignation:** at { $position }, { $who } could still win. { $better }
review-ran-out-of-a-win = **The turning point was the clock:** at { $position }, { $who } could still win. { $better }
review-no-turning-point = **There was no turning point:** whoever could win from the start never let it slip.
review-no-result = The game has no result.
review-accuracy = { $who }: { $percent } % accuracy (kept { $kept } of { $won ->
    [one] { $won } won position
   *[other] { $won } won positions
}).
review-nothing-to-keep = { $who } made no move from a won position.
review-page = Page { $page } of { $pages }
verdict-kept-the-win = ✓ Kept the win.
review-move = { $ply }. { $form ->
    [count] { $who } added { $amount } and said { $said }.
    [split] { $who } split { $heap } into { $part } and { $rest }.
    [place] { $who } put a stone on { $stack }.
    [clear] { $who } took { $cells }, leaving { $to }.
   *[take] { $who } took { $what }, leaving { $to }.
} { $verdict }
review-better = { $form ->
    [count] Better: add { $amount } and say { $said }.
    [split] Better: { $short }.
    [place] Better: { $short }.
    [clear] Better: { $short }, leaving { $to }.
   *[take] Better: { $short }, leaving { $to }.
}
review-fewer = { $fewer ->
    [one] One candy fewer than possible.
   *[other] { $fewer } candies fewer than possible.
}
review-as-text = The game as text: where it began, the moves, and the result (1-0: whoever began won).
verdict-threw-the-win-away = ✗ **Threw the win away.**
verdict-held-out = Could not win; held out as long as possible.
verdict-gave-in = Could not win; could have held out longer.
verdict-could-not-win = Could not win.
verdict-only-move = Could not win; it was the only move.
