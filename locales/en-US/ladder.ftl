# The ten animals, from warm to cold, as the squares are, and how a member climbs past them.

command-ladder = ladder
    .description = Which animals you have beaten, and who comes next (only you see it)

animal-duckling = Duckling
    .picture = 🐥
    .begins = Quack! Show me how it goes.
    .beaten = Quack! Mind the Rabbit.
    .won = Quack? I won?
animal-rabbit = Rabbit
    .picture = 🐇
    .begins = Hop to it!
    .beaten = My ears are drooping.
    .won = Hop! Again?
animal-hedgehog = Hedgehog
    .picture = 🦔
    .begins = No hurry.
    .beaten = Ouch. Well played.
    .won = Slow and prickly.
animal-squirrel = Squirrel
    .picture = 🐿️
    .begins = I’ve planned ahead.
    .beaten = Where did I bury that win?
    .won = One more for winter.
animal-otter = Otter
    .picture = 🦦
    .begins = Shall we play?
    .beaten = Splash! You got me.
    .won = That was fun. Again?
animal-swan = Swan
    .picture = 🦢
    .begins = May I have this game?
    .beaten = Gracefully done.
    .won = With grace.
animal-dolphin = Dolphin
    .picture = 🐬
    .begins = Race you!
    .beaten = What a leap!
    .won = Click, click. Mine.
animal-elephant = Elephant
    .picture = 🐘
    .begins = I remember you.
    .beaten = I won’t forget this.
    .won = I never forget a trick.
animal-reindeer = Reindeer
    .picture = 🦌
    .begins = It’s a long way home.
    .beaten = You know the way now.
    .won = Homeward.
animal-penguin = Penguin
    .picture = 🐧
    .begins = I make no mistakes.
    .beaten = You made none. I bow.
    .won = Perfectly cold. Try again.
animal-says = *“{ $said }”*
ladder-title = 🪜 **{ $game }**: ten animals to beat
ladder-animal = { $state ->
    [beaten] ✅
    [reached] ▶️
   *[ahead] ▫️
} { $name }{ $animal ->
    [duckling] : *wants you to win.*
    [rabbit] : *hops first, looks later.*
    [hedgehog] : *half of the time, sees what lies before its nose.*
    [squirrel] : *finds three in ten, and forgets where it put the rest.*
    [otter] : *finds nearly every other one, and enjoys both.*
    [swan] : *finds two in three, and never shows which it missed.*
    [dolphin] : *finds three in four. Give it one chance, not two.*
    [elephant] : *has seen this before, six times out of seven.*
    [reindeer] : *slips once in seventeen moves.*
   *[penguin] : *never slips.*
}
ladder-state = { $is-last ->
    [yes] Beat { $name } on your own, and you’ve beaten all ten.
   *[no] Beat { $name } on your own to meet { $next }.
}
ladder-topped = 👑 **You beat all ten** { $when }.
button-ladder-play = Play { $name }
button-next-animal = Next: { $animal }
button-ladder = Ladder
select-animal = Play an earlier one …
select-opponent = Another opponent …
board-ladder = { $number ->
    [10] 👑 **That’s all ten animals!**
   *[other] 🪜 { $number } of 10 animals beaten.
}
board-ladder-not-counted = 🪜 It doesn’t count for the ladder: { $why ->
    [hinted] there was a hint or a solution.
   *[taken-back] a move was taken back.
}
stats-ladder = 🪜 { $number } of 10 animals beaten{ $topped ->
    [yes] {""} 👑
   *[no] ; next: { $name }
}
stats-ladders = 🪜 Animals beaten: { $all }
stats-ladder-of-game = { $game } { $number }/10{ $topped ->
    [yes] {""} 👑
   *[no] {""}
}
