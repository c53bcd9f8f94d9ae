package stockroom.testing.platform;

import java.util.Optional;
import stockroom.admin.people.Grant;
import stockroom.admin.people.LinkStore;
import stockroom.admin.people.LinkUseStore;
import stockroom.admin.people.PersonName;
import stockroom.admin.people.SessionStore;
import stockroom.audit.Operator;
import stockroom.database.Database;

/// A person who signs in with a browser.
public record TestPerson(long id, String name) {
    public static final String PASSWORD = "correct horse battery";

    /// The hash of [#PASSWORD].
    public static final String VERIFIER =
            "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$hbX5BcR4VcARguIF6etTj3ZuB9aUAnozWKXV8K60XcU";

    private static final LinkUseStore.From FROM = new LinkUseStore.From("test", "192.0.2.1");

    /// Invites the person to each place, who accepts.
    static TestPerson add(Database database, String name, Grant... grants) {
        var links = new LinkStore(database);
        var uses = new LinkUseStore(database);
        var person = Optional.<TestPerson>empty();
        for (var grant : grants) {
            var link = links.invite(Operator.onTheServer(), PersonName.of(name).orElseThrow(), grant)
                    .secret();
            if (person.isEmpty()) {
                person = uses.acceptAsNew(FROM, link, VERIFIER).map(id -> new TestPerson(id, name));
            } else {
                var who = person.get().who();
                uses.accept(
                        FROM,
                        new SessionStore.Session(0, who.person(), who.name(), SessionStore.State.OPEN, true, true),
                        link);
            }
        }
        return person.orElseThrow();
    }

    public SessionStore.Who who() {
        return new SessionStore.Who(id, name);
    }
}
