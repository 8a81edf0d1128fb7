//! Who asks, and what each role may do.
use super::{Error, Result};
pub use crate::store::keys::{Key, Role};
use uuid::Uuid;

/// Who asks.
#[derive(Clone, Debug)]
pub enum Actor {
    /// Nobody known: public reads only.
    Nobody,
    /// The holder of a key.
    Key(Box<Key>),
    /// The machine itself: the command line, the demo.
    Machine(&'static str),
}

/// Who asks, for the log and for retries.
#[derive(Clone, Debug)]
pub struct Caller {
    /// Who.
    pub actor: Actor,
    /// The request.
    pub request_id: String,
    /// The Idempotency-Key with what it stands for.
    pub retry: Option<RetryKey>,
}

/// An Idempotency-Key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RetryKey {
    /// The key as sent.
    pub key: String,
    /// SHA-256 of method, path and body.
    pub fingerprint: Vec<u8>,
}

/// What may be allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Permission {
    /// Make, list, rotate, revoke keys.
    ManageKeys,
    /// Make and change players.
    EditPlayers,
    /// Merge doubles.
    MergePlayers,
    /// Make a tournament, or import one.
    CreateTournament,
    /// Change a tournament's frame and regulations, finish it.
    EditTournament,
    /// Delete a tournament.
    DeleteTournament,
    /// Make and change entries.
    EditEntries,
    /// Withdraw an entry.
    Withdraw,
    /// 18.1
    Warn,
    /// 18.2
    Disqualify,
    /// 18.3, 18.4
    Expel,
    /// Make and change stages.
    EditStages,
    /// Draw lots.
    Draw,
    /// Pair a round, change its draft, publish, lock, reopen, undo it.
    ManageRounds,
    /// See drafts.
    SeeDrafts,
    /// Enter a result.
    EnterResult,
    /// Change a result already there.
    CorrectResult,
    /// Confirm a result.
    Confirm,
    /// Enter moves and clock readings.
    EnterMoves,
    /// Offers, claims, fouls, rulings.
    Arbitrate,
    /// Submit a line-up.
    SubmitLineup,
    /// Read the audit log.
    SeeAudit,
    /// Webhooks of a tournament.
    ManageWebhooks,
}

impl Permission {
    /// Every permission.
    pub const ALL: [Permission; 23] = {
        use Permission::*;
        [
            ManageKeys,
            EditPlayers,
            MergePlayers,
            CreateTournament,
            EditTournament,
            DeleteTournament,
            EditEntries,
            Withdraw,
            Warn,
            Disqualify,
            Expel,
            EditStages,
            Draw,
            ManageRounds,
            SeeDrafts,
            EnterResult,
            CorrectResult,
            Confirm,
            EnterMoves,
            Arbitrate,
            SubmitLineup,
            SeeAudit,
            ManageWebhooks,
        ]
    };

    /// Whether a role has it.
    pub fn held_by(self, role: Role) -> bool {
        use Permission::*;
        match role {
            Role::Admin => true,
            // The organiser expels (18.3) and recommends bans (18.4), and runs his tournament.
            Role::Organizer => !matches!(self, ManageKeys),
            Role::ChiefArbiter => matches!(
                self,
                EditTournament
                    | EditEntries
                    | Withdraw
                    | Warn
                    | Disqualify
                    | EditStages
                    | Draw
                    | ManageRounds
                    | SeeDrafts
                    | EnterResult
                    | CorrectResult
                    | Confirm
                    | EnterMoves
                    | Arbitrate
                    | SubmitLineup
                    | SeeAudit
            ),
            Role::Arbiter => matches!(
                self,
                Warn | SeeDrafts | EnterResult | CorrectResult | Confirm | EnterMoves | Arbitrate
            ),
            Role::EntryClerk => matches!(self, EditPlayers | MergePlayers | EditEntries | Withdraw),
            Role::Registrar => matches!(self, EditPlayers | EditEntries),
            Role::Broadcaster => matches!(self, EnterMoves),
            Role::Captain => matches!(self, SubmitLineup),
        }
    }
}

impl Actor {
    /// Whether the actor has a permission, in a tournament or outside of all.
    pub fn may(&self, permission: Permission, tournament: Option<Uuid>) -> bool {
        match self {
            Actor::Nobody => false,
            Actor::Machine(_) => true,
            Actor::Key(key) => {
                permission.held_by(key.role)
                    && match key.tournament_id {
                        None => true,
                        // A key for one tournament reaches nothing else; the register is shared,
                        // so clerks of one tournament may add the players they enter.
                        Some(own) => {
                            tournament == Some(own)
                                || (tournament.is_none() && permission == Permission::EditPlayers)
                        }
                    }
            }
        }
    }

    /// As [`Actor::may`], as an error.
    ///
    /// # Errors
    /// [`Error::Unauthenticated`] without a key, [`Error::Forbidden`] with one that may not.
    pub fn require(&self, permission: Permission, tournament: Option<Uuid>) -> Result<()> {
        if self.may(permission, tournament) {
            Ok(())
        } else if matches!(self, Actor::Nobody) {
            Err(Error::Unauthenticated)
        } else {
            Err(Error::Forbidden)
        }
    }

    /// The name in the log.
    pub fn name(&self) -> &str {
        match self {
            Actor::Nobody => "nobody",
            Actor::Key(key) => &key.name,
            Actor::Machine(name) => name,
        }
    }

    /// The key's id.
    pub fn key_id(&self) -> Option<Uuid> {
        match self {
            Actor::Key(key) => Some(key.id),
            _ => None,
        }
    }
}

impl Caller {
    /// The machine itself, for commands that come from no request.
    pub fn machine(name: &'static str) -> Caller {
        Caller {
            actor: Actor::Machine(name),
            request_id: name.to_owned(),
            retry: None,
        }
    }

    /// Whose Idempotency-Keys these are.
    pub fn owner(&self) -> String {
        match self.actor.key_id() {
            Some(id) => id.to_string(),
            None => self.actor.name().to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_admin_may_everything_and_a_captain_one_thing() {
        for permission in Permission::ALL {
            assert!(permission.held_by(Role::Admin));
            assert_eq!(
                permission.held_by(Role::Captain),
                permission == Permission::SubmitLineup
            );
        }
    }

    #[test]
    fn penalties_are_given_by_whom_article_18_names() {
        // 18.1 by the monitoring arbiter, 18.2 by the chief arbiter, 18.3 by the organiser.
        assert!(Permission::Warn.held_by(Role::Arbiter));
        assert!(!Permission::Disqualify.held_by(Role::Arbiter));
        assert!(Permission::Disqualify.held_by(Role::ChiefArbiter));
        assert!(!Permission::Expel.held_by(Role::ChiefArbiter));
        assert!(Permission::Expel.held_by(Role::Organizer));
    }
}
