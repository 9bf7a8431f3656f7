# What the bot teaches: hints, solutions, reviews. The rules and reasons of each game stand with its texts.

rules-ending = { $ending ->
    [misere] **Whoever takes the last one loses.**
   *[normal] **Whoever takes the last one wins.**
}
rules-wins = { rules-ending }

    { $example }
rules-example = **An example.** From { $position ->
    [none] here
   *[other] { $position }
}, { $steps }
example-first = Anna
example-second = Boris
example-step = { $form ->
    [count] { $who } adds { $amount } and says { $said }.
    [split] { $who } splits { $heap } into { $part } and { $rest }: { $to }.
    [place] { $who } puts a stone on { $stack }.
    [clear] { $who } takes { $cells }.
    [go] { $who } goes { $what }: { $to }.
   *[take] { $who } takes { $what }: { $to }.
}
example-end = { $how ->
    [took] **{ $who } took the last one and wins.**
    [had-to-take] { $loser } had to take the last one: **{ $who } wins.**
    [home] **{ $who } reached home and wins.**
    [had-to-go-home] { $loser } had to go home: **{ $who } wins.**
    [split] **{ $who } made the last split and wins.**
    [had-to-split] { $loser } had to make the last split: **{ $who } wins.**
    [said] **{ $who } said { $target } and wins.**
   *[had-to-say] { $loser } had to say { $target }: **{ $who } wins.**
}
rules-try = Try a move on this board, just to see: I’ll answer.
select-page = More about it …
rules-solve = -# `/wythoff solve` explains any other position. In a game against me, Hint explains the one you’re in.
rules-worked = **From { $position ->
    [none] here
   *[other] { $position }
}:**
# Worked out by the program, for Nim as in https://en.wikipedia.org/wiki/Nim#Winning_positions.
rules-table = **Leave one of these**, its numbers in any order, and you can win.
rules-table-row = { $heaps ->
    [1] One heap
    [2] Two heaps
    [3] Three heaps
    [4] Four heaps
   *[5] Five heaps
}, up to { $largest }:
rules-table-stars = -# `*`: only if the last move wins. `**`: only if it loses. Others: in both.
rules-tried = You { $move }.{ $answers ->
    [yes] {" "}I { $answer }.
   *[no] {""}
}{ $end ->
    [won] {" "}**You win.**
    [lost] {" "}**I win.**
   *[none] {" "}And now?
}
select-try = Your move
rules-moves = How to move
rules-example-of = An example
rules-idea = The idea
rules-find = How to win
rules-ratio = The golden ratio
rules-proof = Why it is so
rules-what-to-leave = What to leave
rules-worked-example = 3, 4, 5
rules-history = Where it comes from

all-rules = **Rules** for which game?

winning-move = { $form ->
    [count] **Add { $amount }, and say { $said }.**
    [split] **Split { $heap } into { $part } and { $rest }.**
    [place] **Put a stone on { $stack }.**
    [clear] **Take { $cells }.**
    [go] **Go { $what }**, to { $to }.
   *[take] **Take { $what }**, which leaves { $to }.
}
solution-title = **{ $game }**
solution-won = **{ $position } is a win** for whoever moves:
solution-others = { $count ->
    [one] Another winning move: { $moves }.
   *[other] Other winning moves: { $moves }{ $more ->
        [some] {""} …
       *[none] .
    }
}
solution-lost = **{ $position } is lost.**

hint-question = **You can win here.** Which of these { $count ->
    [2] two
   *[other] three
} is the right move?
hint-answer = **{ $form ->
    [count] Say { $said }
    [split] Split { $heap } into { $part } and { $rest }
    [place] Put a stone on { $stack }
    [clear] Take { $cells }
    [go] Go { $what }
   *[take] Take { $what }
}**: { $end ->
    [at-once] that wins.
   *[later] then you can win, whatever { $animal } does.
}
hint-counts = -# 🔎 With a hint, a win in this game doesn’t count.
told-counts = -# { $games ->
    [one] This helps in a game that you’re playing against me, so that game now counts as played with a hint.
   *[other] This helps in { $games } games that you’re playing against me, so those now count as played with a hint.
}
hint-wrong = ✗ **{ $move }** lets the win go.
hint-right = ✓ **Right.**
button-hint-answer = Show me
button-hint-play = Play it
button-hint-why = Why is it lost?
button-hint-law = What’s the rule?

hint-opponent-errs = No move wins now. But { $animal } makes mistakes: keep the game long, and wait for one.
hint-hold-out = No move wins now. { $form ->
    [count] Add what you like: the game lasts just as long.
    [split] Splitting { $heap } into { $part } and { $rest } holds out longest.
    [place] A stone on { $stack } holds out longest.
    [clear] Taking { $cells } holds out longest.
    [go] Going { $what } holds out longest.
   *[take] Taking { $what } holds out longest.
}
hint-only-move = No move wins now, and there’s no choice to make.
hint-settled = No move wins now. From here on, nobody can change how it ends.
hint-next-ends = No move wins now: whatever you do, my next move ends the game.
hint-play-on = No move wins now, and I make no mistakes. Play on, and watch what I leave you each time.

review-nobody-moved = Nobody made a move.
review-resigned-a-win = **{ $who } resigned** a game that could still be won.
review-ran-out-of-a-win = **{ $who } ran out of time** in a game that could still be won.
review-kept = { $who } had to find a winning move { $won ->
    [1] once
    [2] twice
   *[other] { $won } times
}, and { $kept ->
    [0] never did
    [1] did once
    [2] did twice
   *[other] did { $kept } times
}.
verdict-kept-the-win = ✓ Kept the win.
review-of = -# { $game }: { $first } against { $second }
review-move = **{ $who }, move { $number }:** { $form ->
    [count] added { $amount } and said { $said }.
    [split] split { $heap } into { $part } and { $rest }.
    [place] put a stone on { $stack }.
    [clear] took { $cells }.
    [go] went { $what }.
   *[take] took { $what }.
}
review-better = { $form ->
    [count] Better: add { $amount } and say { $said }.
   *[take] Better: { $short }.
}
review-fewer = { $fewer ->
    [one] One candy fewer than possible.
   *[other] { $fewer } candies fewer than possible.
}
review-as-text = The game in notation: the start, the moves, and then 1-0 if whoever went first won, or 0-1 if they lost.
verdict-threw-the-win-away = ✗ **Threw the win away.**
verdict-held-out = Couldn’t win, but made it last.
verdict-gave-in = Couldn’t win; another move would have lasted longer.
verdict-could-not-win = Couldn’t win.
verdict-only-move = Couldn’t win: it was the only move.
