# What the bot teaches: rules, hints, solutions.

rules =
    {""}**Wythoff’s game** is played with two piles. Two players take turns. On your turn, take
    - any number from one pile, or
    - the same number from both.
    Take at least one. **Whoever takes the last one wins.**

    {""}**A small example.** From (3, 5), Anna takes 2 from the left pile: (1, 5). Boris takes 3 from the right: (1, 2). Now whatever Anna does, Boris takes the rest: (1, 1), (0, 2), (0, 1) and (1, 0) each fall in one move.

    {""}**The queen.** It is the same game as a queen on a chessboard that only moves left, down or diagonally down-left: the piles are her column and row, and whoever brings her home to (0, 0) wins. Here Q stands on (3, 2), and • marks where she can go:
    ```
    2  • • • Q
    1  . . • •
    0  . • . •
       0 1 2 3
    ```
    {""}**The idea.** (1, 2) is *cold*: whoever has to move there loses against best play. So are (3, 5), (4, 7), (6, 10), (8, 13) … and their mirror images. Every other position is *hot*: some move leads to a cold one. Leave your opponent a cold position each time, and you win.

    `/wythoff solve` tells you about any position, and Hint, in a game against me, about the one that you are in.

winning-move = { $pile ->
    [left] **Take { $amount } from the left pile**, which leaves { $to }.
    [right] **Take { $amount } from the right pile**, which leaves { $to }.
   *[both] **Take { $amount } from each pile**, which leaves { $to }.
}
reason-last-move = That is the last move, and it wins.
reason-same-difference = The piles differ by { $difference }, and the cold pair with that difference is { $pair }. Whoever has to move there loses against best play.
reason-partner = { $stays ->
    [left] The left pile stays at { $of }, and the only number that makes a cold pair with { $of } is { $partner }.
   *[right] The right pile stays at { $of }, and the only number that makes a cold pair with { $of } is { $partner }.
} Whoever has to move at { $pair } loses against best play.

solution-hot = **{ $position } is hot:** whoever is to move can win. { $count ->
    [one] The winning move:
   *[other] The winning moves, the quickest first:
}
cold = **{ $position } is cold:** whoever has to move there loses against best play. It is the one cold pair whose piles differ by { $difference }, and no move leads from one cold pair to another.
cold-home = **(0, 0) is the end:** there is nothing left to take, so whoever moved last has won.

hint-opponent-errs = So there is no winning move now. But the bot makes mistakes at this level: take little, keep the game long, and wait for one.
hint-hold-out = So there is no winning move now. Taking one from the larger pile holds out longest.

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
review-move = { $ply }. { $pile ->
    [left] { $who } took { $amount } from the left pile, leaving { $to }.
    [right] { $who } took { $amount } from the right pile, leaving { $to }.
   *[both] { $who } took { $amount } from each pile, leaving { $to }.
} { $verdict }
review-better = { $pile ->
    [left] Better: { $amount } from the left, leaving { $to }.
    [right] Better: { $amount } from the right, leaving { $to }.
   *[both] Better: { $amount } from each, leaving { $to }.
}
review-as-text = The game as text: the piles, the moves (A left, B right, AB both), and the result (1-0: whoever began won).
verdict-threw-the-win-away = ✗ **Threw the win away.**
verdict-held-out = Could not win; held out as long as possible.
verdict-gave-in = Could not win; could have held out longer.
