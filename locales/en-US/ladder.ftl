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
    [hedgehog] : *sees what lies before its nose, half of the time.*
    [squirrel] : *finds 3 of 10 winning moves.*
    [otter] : *finds nearly half of them.*
    [swan] : *finds two of three.*
    [dolphin] : *finds three of four.*
    [elephant] : *forgets one of seven.*
    [reindeer] : *slips once in seventeen moves.*
   *[penguin] : *never slips.*
}
ladder-state = { $is-last ->
    [yes] Beat { $name } on your own, and that’s all ten.
   *[no] Beat { $name } on your own, and { $next } is next.
}
ladder-topped = 👑 **All ten were beaten** { $when }.
button-ladder-play = Play { $name }
button-next-animal = Next: { $animal }
button-ladder = Ladder
select-animal = Play an earlier one …
select-opponent = Another opponent …
board-ladder = { $number ->
    [10] 👑 **That’s all ten animals!**
   *[other] 🪜 { $number } of 10 animals beaten at { $game }.
}
board-ladder-not-counted = 🪜 Not for the ladder: { $why ->
    [hinted] there was help.
    [chosen] it began from a chosen position.
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
