# The slash commands as Discord shows them: names, descriptions (100 characters at most), options and choices.

command-wythoff = wythoff
    .description = Wythoff's game: two piles, take from one or the same from both; the last one wins
command-start = start
    .description = Play against the bot
command-move = move
    .description = Make a move in your game here
command-board = board
    .description = Show the board of your game at the bottom of the channel
command-resign = resign
    .description = Give up your game here
command-hint = hint
    .description = Get a winning move and the reason, just for you (only against the bot)
command-solve = solve
    .description = Find out who wins a position, and how, just for you
command-games = games
    .description = List your running games everywhere, just for you
command-rules = rules
    .description = Read the rules and the idea behind them, just for you

option-a = a
    .description = Objects in the left pile, from 0
option-b = b
    .description = Objects in the right pile, from 0
option-first = first
    .description = Who begins (drawn by lot if you leave this out)
option-level = level
    .description = How well the bot plays (perfectly if you leave this out)
option-pile = pile
    .description = Where to take from
option-amount = amount
    .description = How many to take; from both piles, that many from each
option-game = game
    .description = Which of your games here, if you have several

choice-random = by lot
choice-me = me
choice-bot = the bot
choice-perfect = perfect
choice-good = good
choice-beginner = beginner
choice-left = left
choice-right = right
choice-both = both
