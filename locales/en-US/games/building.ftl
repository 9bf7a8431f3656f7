# Building Nim.

game-building-name = Building Nim
game-building-position-with-name = Building Nim { $position }
game-building-line = Put stones on stacks, one a turn; when all lie, take any number from one stack. Whoever takes the last one wins.
game-building-rules =
    {""}**Building Nim** begins with empty stacks and stones in hand: `8/3` are 8 stones for 3 stacks. Put one stone a turn on any stack. When all lie, take any number, at least one, from one stack. **Whoever takes the last one wins.**

    { $example }
game-building-A = { $amount } from stack A
    .short = { $amount } from A
    .select = From stack A
    .row = A
    .words = a
    .empty = Stack A is empty.
    .most = From stack A you can take { $amount } at most.
game-building-B = { $amount } from stack B
    .short = { $amount } from B
    .select = From stack B
    .row = B
    .words = b
    .empty = Stack B is empty.
    .most = From stack B you can take { $amount } at most.
game-building-C = { $amount } from stack C
    .short = { $amount } from C
    .select = From stack C
    .row = C
    .words = c
    .empty = Stack C is empty.
    .most = From stack C you can take { $amount } at most.
game-building-D = { $amount } from stack D
    .short = { $amount } from D
    .select = From stack D
    .row = D
    .words = d
    .empty = Stack D is empty.
    .most = From stack D you can take { $amount } at most.
game-building-E = { $amount } from stack E
    .short = { $amount } from E
    .select = From stack E
    .row = E
    .words = e
    .empty = Stack E is empty.
    .most = From stack E you can take { $amount } at most.
game-building-F = { $amount } from stack F
    .short = { $amount } from F
    .select = From stack F
    .row = F
    .words = f
    .empty = Stack F is empty.
    .most = From stack F you can take { $amount } at most.
game-building-G = { $amount } from stack G
    .short = { $amount } from G
    .select = From stack G
    .row = G
    .words = g
    .empty = Stack G is empty.
    .most = From stack G you can take { $amount } at most.
