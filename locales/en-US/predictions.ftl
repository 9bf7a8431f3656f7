# Predictions: who watches a game says who will win it.

predict-question = 🔮 **Who wins,** { $first } or { $second }?
predict-nameless = Somebody
predict-noted = 🔮 You say { $who } wins. At the end you’ll see how many were right.
predict-over = That game is over.
predict-too-late = It’s too late for that: the game is too far on.
predict-player = You play in that game yourself.
predict-erased = You said so before you erased everything, and nobody has a second say.
predict-before = 🔮 You’ve said that { $who } wins.
board-foreseen = 🔮 { $who ->
    [nobody] { $wrong ->
        [one] One guess, and it was wrong.
       *[other] { $wrong } guesses, all of them wrong!
    }
    [somebody] { $others } saw it coming{ $wrong ->
        [0] .
        [one] {" "}(one didn’t).
       *[other] {" "}({ $wrong } didn’t).
    }
   *[member] { $who }{ $others ->
        [0] {""}
        [one] {" "}and one more
       *[other] {" "}and { $others } more
    } saw it coming{ $wrong ->
        [0] .
        [one] {" "}(one didn’t).
       *[other] {" "}({ $wrong } didn’t).
    }
}
stats-foreseen = 🔮 Winners foreseen: { $seen } of { $games }
button-predict = 🔮 Who wins?
button-play-own = Play your own
