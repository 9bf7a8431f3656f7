//! A bot with one command, and its test. `DISCORD_TOKEN=… cargo run --example ping` starts it on Discord.
#![expect(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::result_large_err,
    reason = "an example is brief"
)]

use serenity::all::{
    ClientBuilder, Command, CommandInteraction, Context, CreateCommand, CreateInteractionResponse,
    CreateInteractionResponseMessage, EventHandler, GatewayIntents, HttpBuilder, Interaction,
    Ready,
};
use serenity::async_trait;

struct Ping;

#[async_trait]
impl EventHandler for Ping {
    async fn ready(&self, context: Context, _: Ready) {
        let ping = CreateCommand::new("ping").description("Ask whether the bot is there");
        Command::set_global_commands(&context, vec![ping])
            .await
            .expect("Discord takes the command");
    }

    async fn interaction_create(&self, context: Context, interaction: Interaction) {
        if let Interaction::Command(command) = interaction {
            pong(&context, &command)
                .await
                .expect("Discord takes the answer");
        }
    }
}

async fn pong(context: &Context, command: &CommandInteraction) -> serenity::Result<()> {
    let text = format!("Pong, {}!", command.user.name);
    let message = CreateInteractionResponseMessage::new().content(text);
    let answer = CreateInteractionResponse::Message(message);
    command.create_response(context, answer).await
}

async fn run(url: &str, token: &str) -> serenity::Result<()> {
    // With its own rate limiter, serenity would ignore the address.
    let http = HttpBuilder::new(token)
        .proxy(url)
        .ratelimiter_disabled(true)
        .build();
    let intents = GatewayIntents::empty();
    let bot = ClientBuilder::new_with_http(http, intents).event_handler(Ping);
    bot.await?.start().await
}

#[tokio::main]
async fn main() -> serenity::Result<()> {
    let token = std::env::var("DISCORD_TOKEN").expect("DISCORD_TOKEN is set");
    run("https://discord.com", &token).await
}

#[cfg(test)]
mod tests {
    use discord_sandbox::Sandbox;

    #[tokio::test]
    async fn the_bot_answers() {
        let sandbox = Sandbox::start().await.expect("a sandbox");
        let (url, token) = (sandbox.url(), sandbox.token());
        tokio::spawn(async move { super::run(&url, &token).await });
        sandbox.ready().await;
        let anna = sandbox.server("A server").member("anna");
        let answer = anna.types("/ping").await.to_string();
        assert!(answer.contains("Pong, anna!"), "{answer}");
        let refused = sandbox.refusals();
        assert!(refused.is_empty(), "{refused:?}");
    }
}
