//! What a lean Discord sends: interactions, messages, the bot's user.

use serde_json::{Value, json};

use super::interaction::{Act, Answer};
use discord_sandbox::Id;

pub(super) const APPLICATION: u64 = 1_100_000_000_000_000_001;

/// The length of real interaction tokens.
const TOKEN_LENGTH: usize = 220;

/// An interaction as Discord sends it
/// (<https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-object>).
pub(super) fn event(number: u64, id: Id, member: Id, channel: Id, act: Act<'_>) -> String {
    let (kind, data) = match act {
        Act::Command(data) => (2, data),
        Act::Click(_, data) => (3, data),
    };
    let message = match act {
        Act::Command(_) => String::new(),
        Act::Click(answer, _) => format!(r#""message":{},"#, message(answer, channel)),
    };
    let token = format!("{id}{}", "t".repeat(TOKEN_LENGTH.saturating_sub(19)));
    format!(
        r#"{{"t":"INTERACTION_CREATE","s":{number},"op":0,"d":{{"version":1,"type":{kind},"token":"{token}",{message}"member":{{"user":{{"username":"member{member}","public_flags":0,"primary_guild":null,"id":"{member}","global_name":"Member {member}","discriminator":"0","display_name_styles":null,"collectibles":null,"clan":null,"avatar_decoration_data":null,"avatar":"0123456789abcdef0123456789abcdef"}},"unusual_dm_activity_until":null,"roles":["1100000000000000010","1100000000000000011"],"premium_since":null,"permissions":"2222085186636353","pending":false,"nick":null,"mute":false,"joined_at":"2026-01-01T00:00:00.000000+00:00","flags":0,"deaf":false,"communication_disabled_until":null,"banner":null,"avatar":null}},"locale":"en-US","id":"{id}","guild_locale":"en-US","guild_id":"1100000000000000002","guild":{{"locale":"en-US","id":"1100000000000000002","features":["COMMUNITY","NEWS"]}},"entitlements":[],"data":{data},"context":0,"channel_id":"{channel}","channel":{{"type":0,"topic":null,"rate_limit_per_user":0,"position":1,"permissions":"2222085186636353","parent_id":null,"nsfw":false,"name":"games","last_message_id":null,"id":"{channel}","guild_id":"1100000000000000002","flags":0}},"authorizing_integration_owners":{{"0":"1100000000000000002"}},"attachment_size_limit":10485760,"application_id":"{APPLICATION}","app_permissions":"2222085186637377"}}}}"#
    )
}

/// A message of the bot as Discord returns it.
pub(super) fn message(answer: &Answer, channel: Id) -> String {
    let Answer {
        message,
        content,
        components,
        embeds,
        has_files,
        ..
    } = answer;
    let attachments = if *has_files {
        r#"[{"id":"1100000000000000020","filename":"board.png","size":8000,"url":"https://cdn.discordapp.com/attachments/1/2/board.png?ex=0123456789&is=0123456789&hm=0123456789abcdef0123456789abcdef","proxy_url":"https://media.discordapp.net/attachments/1/2/board.png","width":524,"height":352,"content_type":"image/png","content_scan_version":1,"placeholder":"abcdefghijklmnop","placeholder_version":1}]"#
    } else {
        "[]"
    };
    format!(
        r#"{{"webhook_id":"{APPLICATION}","type":20,"tts":false,"timestamp":"2026-01-01T00:00:00.000000+00:00","pinned":false,"mentions":[],"mention_roles":[],"mention_everyone":false,"interaction_metadata":{{"user":{{"username":"member","public_flags":0,"id":"1100000000000000030","global_name":"Member","discriminator":"0","avatar":null}},"type":2,"name":"start","id":"{message}","authorizing_integration_owners":{{"0":"1100000000000000002"}}}},"id":"{message}","flags":0,"embeds":{embeds},"edited_timestamp":null,"content":{content},"components":{components},"channel_id":"{channel}","author":{{"username":"bot","public_flags":0,"id":"{APPLICATION}","global_name":null,"discriminator":"0001","bot":true,"avatar":null}},"attachments":{attachments},"application_id":"{APPLICATION}"}}"#
    )
}

pub(super) fn user() -> Value {
    json!({
        "id": APPLICATION.to_string(), "username": "bot", "discriminator": "0001", "avatar": null, "bot": true,
        "public_flags": 0,
    })
}
