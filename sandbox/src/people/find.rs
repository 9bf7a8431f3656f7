//! What a member finds in the channel: controls, options, forms.

use serde_json::Value;

use super::Member;
use crate::id::Id;
use crate::world::{InteractionKind, Message, Response, World};

impl Member {
    /// The latest form that this person opened and has neither sent nor closed: the interaction
    /// that opened it, the form, and the message whose control opened it, if any.
    pub(crate) fn open_form(&self, world: &World) -> Option<(Id, Value, Option<Id>)> {
        let interactions = world
            .interactions
            .values()
            .rev()
            .filter(|interaction| interaction.user == self.user);
        interactions.into_iter().find_map(|interaction| {
            match (&interaction.response, interaction.kind) {
                (Some(Response::Form(form)), InteractionKind::Component(message)) => {
                    Some((interaction.id, form.clone(), Some(message)))
                }
                (Some(Response::Form(form)), _) => Some((interaction.id, form.clone(), None)),
                _ => None,
            }
        })
    }

    /// The id of the control that [`Self::find_control`] finds.
    #[must_use]
    pub fn control(&self, name: &str) -> Option<String> {
        self.find_control(name).map(|(_, id)| id)
    }

    /// Finds the latest control with the given label or placeholder, or else the latest whose label
    /// starts with `name`, among the messages that this person acts on. Returns the ids of the
    /// message and of the control.
    #[must_use]
    pub fn find_control(&self, name: &str) -> Option<(Id, String)> {
        let exact = self.find_component(|component| {
            component["label"] == name || component["placeholder"] == name
        });
        let starts_with_name = |component: &Value| {
            let label = component["label"].as_str();
            label.is_some_and(|label| label.starts_with(name))
        };
        let (message, component) = exact.or_else(|| self.find_component(starts_with_name))?;
        let id = component["custom_id"].as_str()?;
        Some((message, id.to_owned()))
    }

    /// Completes the names of a select and of one of its options from their prefixes.
    pub(crate) fn complete_choice(&self, select: &str, option: &str) -> (String, String) {
        let starts_with = |value: &Value, part: &str| {
            value
                .as_str()
                .is_some_and(|value| value.to_lowercase().starts_with(&part.to_lowercase()))
        };
        let found = self.find_component(|component| {
            component["type"] == 3 && starts_with(&component["placeholder"], select)
        });
        let Some((_, component)) = found else {
            return (select.to_owned(), option.to_owned());
        };
        let options: Vec<&Value> = component["options"]
            .as_array()
            .into_iter()
            .flatten()
            .collect();
        let exact = options
            .iter()
            .find(|known| known["value"] == option || known["label"] == option);
        let choice = exact.or_else(|| {
            options
                .iter()
                .find(|known| starts_with(&known["label"], option))
        });
        let option = choice
            .and_then(|known| known["label"].as_str())
            .unwrap_or(option);
        (
            component["placeholder"]
                .as_str()
                .unwrap_or(select)
                .to_owned(),
            option.to_owned(),
        )
    }

    /// The messages that this person acts on, oldest first.
    fn messages<'world>(
        &self,
        world: &'world World,
    ) -> impl DoubleEndedIterator<Item = &'world Message> {
        let visible = world.visible(self.channel, self.user);
        let (first, count) = match self.message {
            Some(number) => (number.saturating_sub(1), 1),
            None => (0, usize::MAX),
        };
        let messages: Vec<&Message> = visible.skip(first).take(count).collect();
        messages.into_iter()
    }

    /// The latest message that this person acts on.
    pub(super) fn latest_message(&self) -> Option<Id> {
        let world = self.sandbox.shared.world();
        let latest = self.messages(&world).next_back();
        latest.map(|message| message.id)
    }

    /// The latest message with a matching component, and its first matching component.
    pub(super) fn find_component(&self, fits: impl Fn(&Value) -> bool) -> Option<(Id, Value)> {
        let world = self.sandbox.shared.world();
        self.messages(&world).rev().find_map(|message| {
            let rows = message.components.as_array().into_iter().flatten();
            let mut components =
                rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
            components
                .find(|component| fits(component))
                .map(|component| (message.id, component.clone()))
        })
    }
}
