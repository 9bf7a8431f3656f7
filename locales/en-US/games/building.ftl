# Building Nim.

game-building-name = Building Nim
    .rule = First build the stacks, then play Nim
game-building-position-with-name = Building Nim { $position }
game-building-line = Put one stone a turn; then take any from one stack. Taking the last one wins.
game-building-rules-wins = **Whoever takes the last one wins.**

    { $example }
game-building-idea = Once all stones are placed, it’s Nim. With an odd number of stones, whoever begins loses. With an even number on an even number of stacks, too: each stone is copied on a partner stack. Otherwise they win, except with 2, 6, 14 or 30 stones on 3 stacks, 2 to 8 on 5, or 2 to 10 on 7.
game-building-find = Count the stones. With an odd number the stacks never pair up, so whoever places the last one loses. With an even number, whoever places the last one wants stacks that pair up, as in Nim; the other player prevents that. Then play Nim.
# E. Duchêne, M. Dufour, S. Heubach, U. Larsson, Building Nim, arXiv:1502.04068 (2015).
game-building-history =
    Éric Duchêne, Matthieu Dufour, Silvia Heubach and Urban Larsson described it in **2015**. They solved some cases; for the others there is a conjecture.
game-building-heap = { $amount } from stack { $heap }
    .short = { $amount } from { $heap }
    .select = From stack { $heap }
    .row = { $heap }
    .words = { $heap }
    .empty = Stack { $heap } is empty.
    .most = You can take at most { $amount } from stack { $heap }.
game-building-refused-heap-count = { $game } is played with { $least } to { $most } stacks.
game-building-refused-no-such-heap = The stacks are A to { $last }.
