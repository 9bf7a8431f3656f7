# The everyday commands. Most are plain cargo commands.

_default:
    @just --list

# Plays in the browser, without Discord.
play:
    cargo run -p play

# Every test.
test *FILTER:
    cargo test --workspace --locked -- {{ FILTER }}

# Formats the code and runs clippy: before a commit.
check:
    cargo fmt --all
    cargo clippy --workspace --all-targets --locked -- --deny warnings

# Breaks what differs from BASE, change by change, and checks that a unit test notices (cargo-mutants).
mutants BASE="origin/main":
    git diff {{ BASE }} > target/changes.diff
    cargo mutants --workspace --in-diff target/changes.diff

# What CI runs.
ci:
    .ci/run

# The bot, with the token in DISCORD_TOKEN or .env.
run:
    cargo run --release --locked
