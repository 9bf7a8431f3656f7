# The board of a game: its text, its controls and its forms.

digit-group-separator = ,

the-bot = Wythoff

board-title = { $level ->
    [perfect] **Wythoff’s game**: { $first } against { $second } (level: perfect)
    [good] **Wythoff’s game**: { $first } against { $second } (level: good)
    [beginner] **Wythoff’s game**: { $first } against { $second } (level: beginner)
    [rated] **Wythoff’s game**: { $first } against { $second } (rated)
   *[casual] **Wythoff’s game**: { $first } against { $second } (not rated)
}
board-took = { $pile ->
    [left] { $who } took { $amount } from the left pile.
    [right] { $who } took { $amount } from the right pile.
   *[both] { $who } took { $amount } from each pile.
}
board-to-move = **{ $who } to move.**
board-to-move-until = **{ $who } to move**; the time ends { $until }.
board-won-by-last-move = 🏁 **{ $who } took the last one and wins**, after { $moves ->
    [one] { $moves } move.
   *[other] { $moves } moves.
}
board-won-by-resignation = 🏁 { $loser } resigned. **{ $who } wins.**
board-won-by-forfeit = 🏁 { $loser } ran out of time. **{ $who } wins.**
board-no-show = { $loser } made no move in time, so the game has no result.
board-lesson = { $pile ->
    [left] { $position } was { $who }’s: { $amount } from the left pile, leaving { $to }.
    [right] { $position } was { $who }’s: { $amount } from the right pile, leaving { $to }.
   *[both] { $position } was { $who }’s: { $amount } from each pile, leaving { $to }.
}
board-lesson-not-to-move = { $position } was { $who }’s: whoever has to move there loses.
board-lesson-flawless = { $who } could win from the start, and never let it slip.
board-taken-back = { $times ->
    [one] A move was taken back, so this game counts in no statistics.
   *[other] Moves were taken back { $times } times, so this game counts in no statistics.
}
board-start-hot = Whoever begins from { $position } can win.
board-start-cold = Whoever begins from { $position } loses against best play.
board-rating = { $who }: { $before } → **{ $after }** ({ $change })
board-wish-rematch = { $who } wants a rematch.
board-wish-new-piles = { $who } wants to play on with new piles.
board-wishes-agree = The next game begins when both want the same.
board-abandoned = This game was given up without a result.
board-rules-in-short = Take any number from one pile, or the same number from both. Whoever takes the last one wins.
board-position = Position
board-moved-away = The board of this game is now here: { $link }

picture-board = { $is-home ->
    [yes] A board of squares from home, (0, 0), to { $start }. The queen is home.
   *[no] A board of squares from home, (0, 0), to { $start }. The queen is on { $position }. She can go up to { $left } to the left, { $right } down, and { $both } both at once.
}
picture-bars = Two bars: { $left } objects in the left pile, { $right } in the right pile.
picture-last-move = { $pile ->
    [left] The last move took { $amount } from the left pile.
    [right] The last move took { $amount } from the right pile.
   *[both] The last move took { $amount } from each pile.
}
picture-way = The way of the queen from { $start } in { $moves ->
    [one] { $moves } move
   *[other] { $moves } moves
}, each with its number where it led to; the cold squares are blue. { $turn ->
    [none] There was no turning point.
   *[some] The turning point, number { $ply }, has a dashed ring around it.
}
picture-legend = -# Blue squares are cold: whoever has to move there loses. The numbers are the moves, each where it led to{ $turn ->
    [none] .
   *[some] ; a dashed ring marks the turning point.
}
picture-rating = The rating over { $games ->
    [one] { $games } rated game
   *[other] { $games } rated games
}, from { $first } to { $last }, with its deviation as a band.

pile-left = left
pile-right = right

select-from = { $pile ->
    [left] From the left pile
    [right] From the right pile
   *[both] From both piles
}
select-take = Take { $amount }, leaves { $position }

button-other-amount = Other amount…
button-hint = Hint
button-take-back = Take back
button-resign = Resign
button-rules = Rules
button-rematch = Rematch
button-try-again = Try again
button-swap-sides = Swap sides
button-bot-begins = Wythoff begins again
button-easier = Easier: { $level ->
    [perfect] perfect
    [good] good
   *[beginner] beginner
}
button-harder = Harder: { $level ->
    [perfect] perfect
    [good] good
   *[beginner] beginner
}
button-new-piles = New piles
button-review = Review
button-first = First
button-earlier = Earlier
button-turning-point = Turning point
button-later = Later
button-last = Last
button-as-text = As text
button-show = Show it
button-start-anew = Start anew

form-other-amount = Take another amount
form-left = From the left pile
form-right = From the right pile
form-amount-hint = 1 to { $most }; for both piles, the same twice
form-amount-hint-one = 1 to { $most }
