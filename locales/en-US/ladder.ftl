# The ladder: ten opponents, from warm to cold, as the squares are.

command-ladder = ladder
    .description = Climb past ten opponents, each a little stronger (only you see it)

level-name = { $level ->
    [perfect] perfect
    [good] good
    [beginner] beginner
    [duckling] 🐥 Duckling
    [rabbit] 🐇 Rabbit
    [hedgehog] 🦔 Hedgehog
    [squirrel] 🐿️ Squirrel
    [otter] 🦦 Otter
    [swan] 🦢 Swan
    [dolphin] 🐬 Dolphin
    [elephant] 🐘 Elephant
    [reindeer] 🦌 Reindeer
   *[penguin] 🐧 Penguin
}
ladder-title = 🪜 **The ladder: { $game }**
ladder-rung = { $state ->
    [passed] ✅
    [current] ▶️
   *[closed] ▫️
} { $number }. { $name }{ $state ->
    [closed] {""}
   *[open] : { $rung ->
    [duckling] *splashes about. Sometimes that’s right.*
    [rabbit] *hops first, looks later.*
    [hedgehog] *half of the time, sees what lies before its nose.*
    [squirrel] *finds three in ten, and forgets where it put the rest.*
    [otter] *finds nearly every other one, and enjoys both.*
    [swan] *finds two in three, and never shows which it missed.*
    [dolphin] *finds three in four. Give it one chance, not two.*
    [elephant] *has seen this before, six times out of seven.*
    [reindeer] *slips once in seventeen moves.*
   *[penguin] *at home on every cold square. Never slips.*
}
}
ladder-state = -# Against { $name }: { $games ->
    [0] no games yet
    [one] { $wins ->
        [0] you lost the last game
       *[other] you won the last game
    }
   *[other] you won { $wins } of the last { $games } games
}. { $needed ->
    [3] Win three in a row to reach the top.
   *[other] Win two of three to meet the next.
} Every game starts in a position that you can win. A win with a hint or a move taken back doesn’t count.
ladder-topped = 🪙 **You reached the top** { $when }.
button-ladder-play = Play { $name }
button-ladder-next = Next game
button-ladder = Ladder
select-rung = Play an earlier one …
refused-rung-closed = That opponent is still ahead of you. `/wythoff ladder` shows who’s next.
board-ladder = 🪜 { $state ->
    [opened] **Next on the ladder: { $next }.**
    [topped] **The top of the ladder!** That earns its coin. 🪙
   *[on] { $needed ->
        [3] { $wins } of 3 in a row.
       *[other] { $wins } won. Win two of three to meet the next opponent.
    }
}
board-ladder-not-counted = 🪜 This win doesn’t count on the ladder: { $why ->
    [hinted] a solution was shown.
    [taken-back] a move was taken back.
   *[other-start] it didn’t begin where your next game does.
}
stats-ladder = 🪜 Ladder: { $number } of 10, { $name }{ $topped ->
    [yes] {""}, and the coin for reaching the top 🪙
   *[no] {""}
}
stats-ladders = 🪜 Ladders: { $all }
stats-ladder-of-game = { $game } { $number }/10{ $topped ->
    [yes] {""} 🪙
   *[no] {""}
}
stats-on-the-ladder = On the ladder: { $games ->
    [one] { $games } game
   *[other] { $games } games
}, { $wins } won
