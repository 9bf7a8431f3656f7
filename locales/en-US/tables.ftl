# Tables: games for everybody in a channel.

command-table = table
    .description = A game for everybody here: sit down, move in turn, be the last one
option-table-game = game
    .description = 21 (whoever says it is out), Race to 100, or Nim (left out: 21)
option-table-target = target
    .description = The number that ends a count (left out: 15 to 27 by lot, or 100)
option-table-most = most
    .description = The most that one may add (left out: 3, or 10 in the Race to 100)
option-table-time = time
    .description = How long a turn may take (left out: 30 seconds)
choice-table-21 = 21: whoever says it is out
choice-table-100 = Race to 100: three rounds
choice-table-nim = Nim: whoever takes the last one is out
choice-15-seconds = 15 seconds
choice-30-seconds = 30 seconds
choice-1-minute = 1 minute
choice-2-minutes = 2 minutes
choice-5-minutes = 5 minutes
choice-10-minutes = 10 minutes

table-gathering = 🪑 **{ $game ->
    [count] 21 for everyone:** count in turn, up to { $most } at a time. Whoever must say { $target ->
        [0] the target
       *[other] **{ $target }**
    } is out 💥
    [race] Race to 100 for everyone:** count in turn, up to { $most } at a time. Whoever says **{ $target ->
        [0] 100
       *[other] { $target }
    }** wins the round. Three rounds.
   *[nim] Nim for everyone:** take from one heap in turn, as many as you like. Whoever takes the last one is out 💥
}{ $game ->
    [race] {""}
   *[other] {" "}The last one left wins 👑
}
    {""}**At the table:** { $seats }
    -# { $host } can begin now, the others { $others-from }. A turn takes at most { $time }.
table-playing = **{ $game ->
    [count] 21 for everyone:** whoever must say **{ $target }** is out 💥
    [race] Race to { $target }, round { $round }:** whoever says **{ $target }** wins it
   *[nim] Nim for everyone:** whoever takes the last one is out 💥
}
table-event = { $what ->
    [out] 💥 { $who } is out!
    [late] ⏰ { $who } was too late, and is out.
    [left] { $who } has left.
   *[won] 🏁 { $who } wins the round!
}
table-took = { $who } took { $move }.
table-said = { $who } said **{ $number }**.
table-turn = **{ $who }, your turn:** time is up { $until }.
table-next = -# Then { $next }{ $out ->
    [none] .
   *[other] {" "}· out: { $out }
}
table-won = 👑 **{ $who } { $game ->
    [race] wins the race!**
   *[other] is the last one left!**
} { $seats } sat down, { $rounds ->
    [one] one round
   *[other] { $rounds } rounds
}.{ $crown ->
    [yes] {" "}The crown is theirs for a day.
   *[no] {""}
}
table-others = -# Then { $others }
table-nobody = 🪑 Everybody has left the table, so nobody wins.
table-never-begun = 🪑 Nobody began, so the table is closed.
table-somebody = somebody
stats-tables = 🪑 Tables: { $played } played, { $won } won
table-call = { $who }: the table begins! { $link ->
    [none] {""}
   *[other] { $link }
}
table-slow = { $who }, it’s your turn at the table: time is up { $until }. { $link ->
    [none] {""}
   *[other] { $link }
}
picture-table-won = { $who } wears a crown.
button-table = A table for everybody
button-table-join = Join
button-table-begin = Begin
button-table-leave = Leave
button-table-again = Another round
button-table-own = A table of your own
select-table-animal = Add an animal…
select-table-move = Take …
table-nowhere = A table needs a channel where I may write, so that everybody sees it.
table-quiet = This channel isn’t for games, so there’s no table here.
table-gone = That table is gone.
table-here = There’s a table here already. { $link ->
    [none] {""}
   *[other] { $link }
}
table-nothing-counted = Nim has no target, and no limit: leave these out.
table-bad-most = One may add from { $least } to { $most } at most.
table-bad-target = The target can be from { $least } to { $most }.
table-full = All twelve seats are taken.
table-many-animals = Three animals are enough for one table.
table-seated = You sit at this table already.
table-not-seated = You don’t sit at this table.
table-not-host = Only who has sat here longest can do that.
table-too-early = You can begin { $at }; until then, only who has sat here longest can.
table-alone = One can’t play alone. Wait for others, or add an animal.
table-begun = This table has begun. You can join the next one.
table-not-begun = This table hasn’t begun yet.
table-over = This table is over.
table-out = You’re out at this table. Better luck next time!
table-not-your-turn = It’s not your turn.
table-outdated = That was an earlier turn. The table shows it as it is now.
table-out-of-time = The time was up.
