//! What people do. Each act sends the interaction that Discord's client would send, and waits for
//! what the client then shows.

use std::time::Duration;

use serde_json::{Value, json};

use super::interaction::interaction_json;
use super::{Answer, Member, screen, slash};
use crate::gateway;
use crate::id::Id;
use crate::rest::open_interaction;
use crate::world::{InteractionKind, Response, World};

/// How long the client waits for a first response: three seconds, and a little for the transport.
const PATIENCE: Duration = Duration::from_millis(3_200);

impl Member {
    /// Types a command and sends it.
    pub async fn types(&self, line: &str) -> Answer {
        match self.parse_command(line, slash::Typed::Fully) {
            Ok(data) => self.interact(InteractionKind::Command, data).await,
            Err(complaint) => Answer::Client(complaint),
        }
    }

    /// Types part of a command and returns the suggestions for its last word.
    pub async fn completes(&self, line: &str) -> Vec<String> {
        let choices = self.suggestions(line).await;
        choices
            .iter()
            .filter_map(|choice| choice["name"].as_str())
            .map(str::to_owned)
            .collect()
    }

    /// Chooses an option, named by its label or its value, in the select with the given
    /// placeholder.
    pub async fn chooses(&self, placeholder: &str, option: &str) -> Answer {
        let control = self.find_component(|component| {
            component["placeholder"] == placeholder && component["type"] == 3
        });
        let Some((message, select)) = control else {
            return Answer::Client(format!("there is no select “{placeholder}”"));
        };
        let is_meant = |known: &&Value| known["label"] == option || known["value"] == option;
        let options = select["options"].as_array().into_iter().flatten();
        let Some(option) = options.clone().find(is_meant) else {
            return Answer::Client(format!("there is no option “{option}”"));
        };
        let id = select["custom_id"].as_str().unwrap_or_default().to_owned();
        let values = vec![option["value"].as_str().unwrap_or_default().to_owned()];
        let preset = options
            .filter(|known| known["default"] == true)
            .filter_map(|known| known["value"].as_str().map(str::to_owned));
        if !self.store_choice((message, &id), &values, preset.collect()) {
            return Answer::Client("that is chosen already".to_owned());
        }
        let data = json!({ "component_type": 3, "custom_id": id, "values": values });
        self.uses_component(message, data).await
    }

    /// Chooses people, all at once, in the select with the given placeholder.
    pub async fn picks(&self, placeholder: &str, people: &[&Self]) -> Answer {
        let control = self.find_component(|component| {
            component["placeholder"] == placeholder && component["type"] == 5
        });
        let Some((message, select)) = control else {
            return Answer::Client(format!("there is no select “{placeholder}”"));
        };
        let least = select["min_values"].as_u64().unwrap_or(1);
        let most = select["max_values"].as_u64().unwrap_or(1);
        if !(least..=most).contains(&u64::try_from(people.len()).unwrap_or(u64::MAX)) {
            return Answer::Client(format!("choose {least} to {most}"));
        }
        let id = select["custom_id"].as_str().unwrap_or_default().to_owned();
        let users: Vec<Id> = people.iter().map(|member| member.user).collect();
        let values: Vec<String> = users.iter().map(ToString::to_string).collect();
        let preset = screen::preset_ids(&select).map(|user| user.to_string());
        if !self.store_choice((message, &id), &values, preset.collect()) {
            return Answer::Client("that is chosen already".to_owned());
        }
        let resolved = self.sandbox.shared.world().resolved(&users);
        let data =
            json!({ "component_type": 5, "custom_id": id, "values": values, "resolved": resolved });
        self.uses_component(message, data).await
    }

    /// Stores the current choice. Returns whether it differs from the previous one.
    pub(super) fn store_choice(
        &self,
        (message, select): (Id, &str),
        values: &[String],
        preset: Vec<String>,
    ) -> bool {
        let mut world = self.sandbox.shared.world();
        let key = (self.user, message, select.to_owned());
        let previous = world.chosen.insert(key, values.to_vec()).unwrap_or(preset);
        previous != values
    }

    /// Clicks the latest button with the given label, or else the latest whose label starts with
    /// the given text.
    pub async fn clicks(&self, label: &str) -> Answer {
        let is_button = |component: &Value| component["type"] == 2;
        let exact =
            self.find_component(|component| is_button(component) && component["label"] == label);
        let starts_with_label = |component: &Value| {
            let full_label = component["label"].as_str().unwrap_or_default();
            is_button(component) && full_label.starts_with(label)
        };
        let clicked = exact.or_else(|| self.find_component(starts_with_label));
        let Some((message, button)) = clicked else {
            return Answer::Client(format!("there is no button “{label}”"));
        };
        if button["disabled"] == true {
            return Answer::Client(format!("“{label}” is off"));
        }
        let data = json!({ "component_type": 2, "custom_id": button["custom_id"] });
        self.uses_component(message, data).await
    }

    /// Uses a control that is not, or no longer, shown on the latest message that this person acts
    /// on.
    pub async fn forges(&self, custom_id: &str, values: &[&str]) -> Answer {
        let Some(message) = self.latest_message() else {
            return Answer::Client("there is no message".to_owned());
        };
        let kind = if values.is_empty() { 2 } else { 3 };
        let data = json!({ "component_type": kind, "custom_id": custom_id, "values": values });
        self.uses_component(message, data).await
    }

    /// Closes the form that is open, without sending it.
    pub(crate) fn dismisses(&self) {
        self.sandbox.shared.change(|world| {
            let opener = self.open_form(world).map(|(opener, ..)| opener);
            if let Some(opener) = opener.and_then(|id| world.interactions.get_mut(&id)) {
                opener.response = Some(Response::Acknowledged);
            }
        });
    }

    /// Uses a control on a visible message, whether or not the message has it. `kind` is Discord's
    /// type of component: 2 for a button, 3 for a select, 5 for a select of people, 6 for one of roles.
    pub async fn uses(&self, message: Id, kind: u8, custom_id: &str, values: &[String]) -> Answer {
        let data = {
            let world = self.sandbox.shared.world();
            if !world
                .visible(self.channel, self.user)
                .any(|seen| seen.id == message)
            {
                return Answer::Client("there is no such message".to_owned());
            }
            let mut data =
                json!({ "component_type": kind, "custom_id": custom_id, "values": values });
            let ids: Vec<Id> = values.iter().filter_map(|id| id.parse().ok()).collect();
            match kind {
                5 => data["resolved"] = world.resolved(&ids),
                6 => data["resolved"] = world.resolved_roles(self.server, &ids),
                _ => {}
            }
            data
        };
        self.uses_component(message, data).await
    }

    /// The suggestions for the last word, each with its name and its value.
    pub(crate) async fn suggestions(&self, line: &str) -> Vec<Value> {
        let Ok(data) = self.parse_command(line, slash::Typed::Partly) else {
            return Vec::new();
        };
        let sent = self.send(InteractionKind::Completion, &data);
        match self.wait_for(sent).await {
            Some(Response::Choices(Value::Array(choices))) => choices,
            _ => Vec::new(),
        }
    }

    /// Uses a command from a member's context menu.
    pub async fn uses_on(&self, command: &str, whom: Id) -> Answer {
        match self.member_command_data(command, whom) {
            Ok(data) => self.interact(InteractionKind::Command, data).await,
            Err(complaint) => Answer::Client(complaint),
        }
    }

    /// Fills in the form that was opened last and submits it. Fields are named by their labels,
    /// choices in a select by their labels, and people by their names.
    pub async fn fills(&self, fields: &[(&str, &str)]) -> Answer {
        let open_form = self.open_form(&self.sandbox.shared.world());
        let Some((opener, form, message)) = open_form else {
            return Answer::Client("there is no form".to_owned());
        };
        let labels = form["components"].as_array().into_iter().flatten();
        let labels: Vec<(&str, &Value)> = labels
            .map(|label| {
                (
                    label["label"].as_str().unwrap_or_default(),
                    &label["component"],
                )
            })
            .collect();
        let (mut filled, mut people) = (Vec::new(), Vec::new());
        for &(label, input) in &labels {
            let entry = fields.iter().find(|(name, _)| *name == label);
            let entered = entry.map(|(_, text)| *text);
            let mut component = json!({ "type": input["type"], "custom_id": input["custom_id"] });
            if input["type"] == 4 {
                let text = entered.or(input["value"].as_str()).unwrap_or_default();
                if let Some(complaint) = complaint(label, input, text) {
                    return Answer::Client(complaint);
                }
                component["value"] = json!(text);
            } else {
                match self.select_values(label, input, entered) {
                    Ok(values) => {
                        people.extend(
                            values
                                .iter()
                                .filter_map(|value| value.parse::<Id>().ok())
                                .filter(|_| input["type"] == 5),
                        );
                        component["values"] = json!(values);
                    }
                    Err(complaint) => return Answer::Client(complaint),
                }
            }
            filled.push(json!({ "type": 18, "component": component }));
        }
        if let Some((unknown, _)) = fields
            .iter()
            .find(|(name, _)| labels.iter().all(|(label, _)| label != name))
        {
            return Answer::Client(format!("there is no field “{unknown}”"));
        }
        // Sending a form closes it.
        self.sandbox.shared.change(|world| {
            if let Some(opener) = world.interactions.get_mut(&opener) {
                opener.response = Some(Response::Acknowledged);
            }
        });
        let mut data = json!({ "custom_id": form["custom_id"], "components": filled });
        if !people.is_empty() {
            data["resolved"] = self.sandbox.shared.world().resolved(&people);
        }
        self.interact(InteractionKind::Form(message), data).await
    }

    /// The values of a select in a form: the value of the entered name, or else the values that
    /// were preselected when the form was opened.
    fn select_values(
        &self,
        label: &str,
        select: &Value,
        entered: Option<&str>,
    ) -> Result<Vec<String>, String> {
        let is_required = select["required"].as_bool().unwrap_or(true);
        let values = match entered {
            Some(name) if select["type"] == 5 => {
                let known = self.sandbox.shared.world().user_by_name(name);
                vec![
                    known
                        .ok_or_else(|| format!("nobody is called {name}"))?
                        .to_string(),
                ]
            }
            Some(entered) => {
                let mut options = select["options"].as_array().into_iter().flatten();
                let option =
                    options.find(|option| option["label"] == entered || option["value"] == entered);
                let value = option.and_then(|option| option["value"].as_str());
                vec![
                    value
                        .ok_or_else(|| format!("“{label}” has no choice “{entered}”"))?
                        .to_owned(),
                ]
            }
            None => {
                let ids = select["default_values"].as_array().into_iter().flatten();
                let ids = ids.filter_map(|user| user["id"].as_str());
                let options = select["options"].as_array().into_iter().flatten();
                let preset = options.filter(|option| option["default"] == true);
                let preset = preset.filter_map(|option| option["value"].as_str());
                ids.chain(preset).map(str::to_owned).collect()
            }
        };
        if values.is_empty() && is_required {
            return Err(format!("“{label}” is required"));
        }
        Ok(values)
    }

    /// The latest interaction of this person.
    #[must_use]
    pub fn last_interaction(&self) -> Option<Id> {
        let world = self.sandbox.shared.world();
        let mut latest = world.interactions.values().rev();
        latest
            .find(|interaction| interaction.user == self.user)
            .map(|interaction| interaction.id)
    }

    async fn uses_component(&self, message: Id, data: Value) -> Answer {
        self.interact(InteractionKind::Component(message), data)
            .await
    }

    async fn interact(&self, kind: InteractionKind, data: Value) -> Answer {
        let response = self.wait_for(self.send(kind, &data)).await;
        let world = self.sandbox.shared.world();
        let text_of = |id: &Id| {
            world
                .messages
                .get(id)
                .map_or_else(String::new, |message| screen::message(&world, message))
        };
        match response {
            Some(Response::Message(id)) => Answer::Message(text_of(&id)),
            Some(Response::Update(id)) => Answer::Update(text_of(&id)),
            Some(Response::Form(form)) => Answer::Form(screen::form(&world, &form)),
            Some(Response::Acknowledged | Response::Choices(_)) => Answer::Acknowledged,
            None => Answer::Failed,
        }
    }

    fn send(&self, kind: InteractionKind, data: &Value) -> Id {
        let interaction = open_interaction(&self.sandbox.shared, kind, self.user, self.channel);
        self.sandbox.shared.change(|world| {
            let mut event = interaction_json(world, &interaction, self, data);
            for (field, value) in &world.gateway.altered_fields {
                match (event.as_object_mut(), value) {
                    (Some(event), Some(value)) => drop(event.insert(field.clone(), value.clone())),
                    (Some(event), None) => drop(event.remove(field)),
                    (None, _) => {}
                }
            }
            gateway::dispatch(world, "INTERACTION_CREATE", &event);
            world.sent.push(event);
        });
        interaction.id
    }

    async fn wait_for(&self, interaction: Id) -> Option<Response> {
        let response = |world: &World| {
            world
                .interactions
                .get(&interaction)
                .and_then(|interaction| interaction.response.clone())
        };
        self.sandbox.shared.until(PATIENCE, response).await
    }
}

/// The client's complaint about a field of a form. `None` if the text is valid.
fn complaint(label: &str, input: &Value, text: &str) -> Option<String> {
    let length = u64::try_from(text.chars().count()).unwrap_or(u64::MAX);
    let is_required = input["required"].as_bool().unwrap_or(true);
    if is_required && text.is_empty() {
        return Some(format!("“{label}” is required"));
    }
    let is_too_short =
        !text.is_empty() && input["min_length"].as_u64().is_some_and(|min| length < min);
    let is_too_long = length > input["max_length"].as_u64().unwrap_or(4_000);
    (is_too_short || is_too_long).then(|| format!("“{label}” is too short or too long"))
}
