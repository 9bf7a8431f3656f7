# Private answers: lists, and why something was not done.

games-none = You have no running game. `/wythoff start 12 9 first:me` begins one.
games-list = { $count ->
    [one] Your running game:
   *[other] Your { $count } running games:
}
games-more = { $count ->
    [one] … and one more.
   *[other] … and { $count } more.
}
games-line = { $turn ->
    [mine] - **Your turn** against { $opponent } at { $position }: { $link }
   *[theirs] - Against { $opponent } at { $position }: { $link }
}

refused-unknown-game = I don’t know that game. `/wythoff games` lists those of yours that run.
refused-no-game-here = You have no running game here. `/wythoff start 12 9 first:me` begins one, and `/wythoff games` lists those elsewhere.
refused-no-finished-game-here = You have no finished game here in which anybody moved. With the option `game` you can look back on games that you played elsewhere.
refused-elsewhere = That game is played elsewhere: { $link }
refused-none-fits = You have several games here, and it is not your turn in any of them:
refused-in-game = Against { $opponent } at { $position }: { $why }
ask-which-move = Several games here wait for you. In which one do you want to make that move?
ask-which-resign = You have several games here. Which one do you want to resign?
ask-which-board = You have several games here. Which board do you want to see?
ask-to-resign = Do you want to resign your game against { $opponent } at { $position }?
done-below = Done; the board appears at the bottom of the channel.
resigned = You have resigned.
kept-playing = Then play on.
button-play-on = Play on
refused-already-running = You already have a game here: { $link }
refused-already-running-with-member = The two of you already have a game here: { $link }
offer-start-anew = Go on with it, or give it up without a result and start anew?
refused-too-many-games = You have 25 running games, which is as many as one can have. Finish one first; `/wythoff games` lists them.
refused-already-followed = You already play on from that game: { $link }
refused-still-running = That game is not over yet.
refused-nothing-to-take-back = You have made no move yet that you could take back.
refused-not-taken-back = Between members no move is taken back.
refused-nothing-to-take = With both piles empty there is nothing to take. Put at least one object into a pile.
refused-not-a-player = This is not your game. `/wythoff start 12 9 first:me` begins one of your own.
refused-ended = That game is over; nothing was changed.
refused-behind = The game has moved on since that board was shown, so this did not count.
refused-not-your-turn = It is not your turn.
refused-takes-nothing = Take at least one.
refused-empty-pile = { $pile ->
    [left] The left pile is empty.
    [right] The right pile is empty.
   *[both] One pile is empty, so you can’t take from both.
}
refused-too-many = { $pile ->
    [left] From the left pile you can take { $most } at most.
    [right] From the right pile you can take { $most } at most.
   *[both] From each of the two piles you can take { $most } at most.
}
refused-pile-range = A pile holds between 0 and 9,007,199,254,740,991 objects.
refused-no-amount = Fill in one field, or the same number in both. Nothing was changed.
refused-unlike-amounts = From both piles you have to take the same number. Nothing was changed.
refused-no-number = “{ $given }” is not a whole number. Nothing was changed.
refused-not-against-members = Hints are for games against the bot only.
refused-old-control = I don’t understand this control; it may come from another version of me. `/wythoff board` shows you a fresh board.
refused-old-command = I don’t understand this command; it may come from another version of me. Reload Discord and try again.
refused-busy = I am too busy to do that right now. Nothing was changed; please try again.
refused-too-late = That took too long to reach me. Nothing was changed; please try again.
still-saving = Still saving; your board will show what holds.
not-saved = That could not be saved. Nothing was changed; please try again.
apology = Something went wrong while I answered. `/wythoff board` shows what holds. If it happens again, tell whoever runs me this number: { $incident }
fault = Something went wrong on my side, and nothing was changed. Please try again. If it happens again, tell whoever runs me this number: { $incident }
completion-running-game = Against { $opponent } at { $position }
completion-finished-game = { $ending ->
    [won] Won against { $opponent } from { $start }, { $moves ->
        [one] { $moves } move
       *[other] { $moves } moves
    }
    [lost] Lost against { $opponent } from { $start }, { $moves ->
        [one] { $moves } move
       *[other] { $moves } moves
    }
   *[open] Given up, against { $opponent } from { $start }, { $moves ->
        [one] { $moves } move
       *[other] { $moves } moves
    }
}
