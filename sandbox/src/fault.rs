//! Faults on request: what goes wrong on the way to Discord, in Discord, and on the way back.

use std::time::Duration;

/// A fault that affects matching REST calls. [`Fault::on`] creates one, and
/// [`crate::Sandbox::inject`] puts it into effect.
#[derive(Clone, Debug)]
pub struct Fault {
    pub(crate) method: String,
    pub(crate) path_part: String,
    pub(crate) times: u32,
    pub(crate) effect: Effect,
}

#[derive(Clone, Debug)]
pub(crate) enum Effect {
    Delay(Duration),
    NoAnswer,
    LoseAnswer,
    Status(u16),
    Code(u16, u64),
    RateLimit { retry_after: Duration, global: bool },
    Html,
}

impl Fault {
    /// A fault for the next call with the given method whose path contains `path_part`. Unless
    /// another effect is set, the call is refused with status 500.
    #[must_use]
    pub fn on(method: &str, path_part: &str) -> Self {
        Self {
            method: method.to_owned(),
            path_part: path_part.to_owned(),
            times: 1,
            effect: Effect::Status(500),
        }
    }

    /// Sets how many calls the fault affects.
    #[must_use]
    pub const fn times(mut self, times: u32) -> Self {
        self.times = times;
        self
    }

    /// The call is delayed by the given time.
    #[must_use]
    pub const fn delayed(self, by: Duration) -> Self {
        self.with(Effect::Delay(by))
    }

    /// The call is never carried out, and never answered.
    #[must_use]
    pub const fn without_answer(self) -> Self {
        self.with(Effect::NoAnswer)
    }

    /// The call is carried out, but its answer is a 502.
    #[must_use]
    pub const fn with_lost_answer(self) -> Self {
        self.with(Effect::LoseAnswer)
    }

    /// The call is refused with the given status and no body.
    #[must_use]
    pub const fn refused(self, status: u16) -> Self {
        self.with(Effect::Status(status))
    }

    /// The call is refused with the given status and Discord error code.
    #[must_use]
    pub const fn refused_with(self, status: u16, code: u64) -> Self {
        self.with(Effect::Code(status, code))
    }

    /// The call is refused with 429.
    #[must_use]
    pub const fn rate_limited(self, retry_after: Duration, global: bool) -> Self {
        self.with(Effect::RateLimit {
            retry_after,
            global,
        })
    }

    /// The call gets a 503 with a page of HTML, as from a proxy in front of Discord.
    #[must_use]
    pub const fn with_html(self) -> Self {
        self.with(Effect::Html)
    }

    const fn with(mut self, effect: Effect) -> Self {
        self.effect = effect;
        self
    }
}
