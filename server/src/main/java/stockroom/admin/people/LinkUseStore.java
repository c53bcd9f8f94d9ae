package stockroom.admin.people;

import java.util.Objects;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import stockroom.admin.people.LinkStore.Kind;
import stockroom.admin.people.LinkStore.Link;
import stockroom.audit.AuditStore;
import stockroom.audit.Operator;
import stockroom.config.Secret;
import stockroom.database.Database;

/// Uses links. Merchant, person and link are locked in this order, so that two uses never wait for each other. An empty
/// result means that the link has been used or ended meanwhile.
public final class LinkUseStore {
    private final Database database;

    public LinkUseStore(Database database) {
        this.database = database;
    }

    /// Is thrown if a person with the name of an invitation came to exist meanwhile. The link is not used.
    public static final class NameTaken extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private NameTaken() {
            super(null, null, false, false);
        }
    }

    /// Where the request comes from, for the audit log.
    public record From(String requestId, String address) {
        Operator as(String name, long person) {
            return Operator.person(name, person, requestId, address);
        }
    }

    /// Creates the person of an invitation, and returns their id.
    public Optional<Long> acceptAsNew(From from, Secret secret, String verifier) {
        return database.inTransaction("accept invitation as new", handle -> {
            LinkStore.find(handle, secret).ifPresent(found -> MembershipStore.lock(handle, found.place()));
            return LinkStore.take(handle, secret, Kind.INVITATION).map(taken -> {
                var name = PersonName.of(taken.name()).orElseThrow();
                long person = PersonStore.create(handle, name, verifier).orElseThrow(NameTaken::new);
                var by = from.as(name.text(), person);
                AuditStore.write(handle, by, "person.create", PersonStore.subject(person), null, null);
                MembershipStore.grant(handle, by, person, taken.grant());
                return person;
            });
        });
    }

    /// Adds the membership to a person who is signed in. The link must be for their name.
    public Optional<Link> accept(From from, SessionStore.Session session, Secret secret) {
        return database.inTransaction("accept invitation", handle -> {
            // a link for someone else must not be used up
            var found = LinkStore.find(handle, secret).filter(open -> isFor(open, session.name()));
            found.ifPresent(open -> {
                MembershipStore.lock(handle, open.place());
                PersonStore.lock(handle, session.personId());
            });
            var link = found.flatMap(_ -> LinkStore.take(handle, secret, Kind.INVITATION));
            link.ifPresent(taken -> {
                var by = from.as(session.name(), session.personId());
                MembershipStore.grant(handle, by, session.personId(), taken.grant());
                SessionStore.endOthers(handle, session.personId(), session.sessionId());
            });
            return link;
        });
    }

    /// Leaves the second factor as it is.
    public Optional<Link> reset(From from, Secret secret, String verifier) {
        return use(
                from,
                secret,
                Kind.RESET,
                "person.reset",
                (handle, person) -> PersonStore.setPassword(handle, person, verifier));
    }

    public Optional<Link> removeFactor(From from, Secret secret) {
        return use(from, secret, Kind.FACTOR_REMOVAL, "person.factor-removed", SecondFactorStore::remove);
    }

    private interface Change {
        void apply(Handle handle, long person);
    }

    private Optional<Link> use(From from, Secret secret, Kind kind, String action, Change change) {
        return database.inTransaction(action, handle -> {
            LinkStore.find(handle, secret).map(Link::personId).ifPresent(person -> PersonStore.lock(handle, person));
            var link = LinkStore.take(handle, secret, kind);
            link.ifPresent(taken -> {
                long person = Objects.requireNonNull(taken.personId());
                change.apply(handle, person);
                SessionStore.endAll(handle, person);
                BrowserStore.forgetAll(handle, person);
                LinkStore.endOfKind(handle, person, kind);
                LinkStore.endMadeBy(handle, person, Place.PLATFORM);
                AuditStore.write(
                        handle, from.as(taken.name(), person), action, PersonStore.subject(person), null, null);
            });
            return link;
        });
    }

    public static boolean isFor(Link link, String name) {
        return PersonName.of(link.name())
                .map(PersonName::key)
                .equals(PersonName.of(name).map(PersonName::key));
    }
}
