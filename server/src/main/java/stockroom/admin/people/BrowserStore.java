package stockroom.admin.people;

import java.util.Optional;
import org.jdbi.v3.core.Handle;
import stockroom.config.Secret;
import stockroom.database.Database;

/// Remembers browsers in which a person has signed in, so that guesses from elsewhere do not keep the person out.
public final class BrowserStore {
    private static final String KNOWS = "SELECT 1 FROM known_browser WHERE person_id = ? AND browser_hash = ?";

    private static final String ADD = """
            INSERT INTO known_browser (person_id, browser_hash, used_at) VALUES (?, ?, now())
            ON CONFLICT (person_id, browser_hash) DO UPDATE SET used_at = excluded.used_at
            """;

    /// Someone who signs in from ever new browsers keeps the last ones.
    private static final String FORGET_OLDEST = """
            DELETE FROM known_browser WHERE person_id = ? AND browser_hash NOT IN (
                SELECT browser_hash FROM known_browser WHERE person_id = ? ORDER BY used_at DESC LIMIT 20)
            """;

    private static final String FORGET = "DELETE FROM known_browser WHERE person_id = ? AND browser_hash = ?";

    private static final String FORGET_OTHERS = "DELETE FROM known_browser WHERE person_id = ? AND browser_hash <> ?";

    private static final String FORGET_ALL = "DELETE FROM known_browser WHERE person_id = ?";

    private final Database database;

    public BrowserStore(Database database) {
        this.database = database;
    }

    public boolean knows(long person, Secret browser) {
        return database.run("known browser", handle -> knows(handle, person, browser));
    }

    static boolean knows(Handle handle, long person, Secret browser) {
        return handle.select(KNOWS, person, RandomSecret.hash(browser))
                .mapTo(Integer.class)
                .findOne()
                .isPresent();
    }

    static void forget(Handle handle, long person, Secret browser) {
        handle.execute(FORGET, person, RandomSecret.hash(browser));
    }

    static void forgetAll(Handle handle, long person) {
        handle.execute(FORGET_ALL, person);
    }

    static void forgetOthers(Handle handle, long person, Optional<Secret> kept) {
        handle.execute(FORGET_OTHERS, person, kept.map(RandomSecret::hash).orElse(new byte[0]));
    }

    public void add(long person, Secret browser) {
        database.inTransaction("add browser", handle -> add(handle, person, browser));
    }

    private static int add(Handle handle, long person, Secret browser) {
        handle.execute(ADD, person, RandomSecret.hash(browser));
        return handle.execute(FORGET_OLDEST, person, person);
    }
}
