package stockroom.admin.people;

import stockroom.database.Database;
import stockroom.database.clock.ClockStore;

/// Deletes what can no longer be used.
public final class PeopleRetentionStore {
    /// A browser that was not used for this long is unknown again.
    private static final int BROWSER_DAYS = 400;

    private static final String SESSIONS = """
            DELETE FROM person_session
            WHERE used_at < ?::timestamptz - make_interval(secs => ?)
               OR created_at < ?::timestamptz - make_interval(secs => ?)
               OR state <> 'open' AND created_at < ?::timestamptz - make_interval(secs => ?)
            """;

    private static final String LINKS = "DELETE FROM person_link WHERE expires_at < ?";

    private static final String BROWSERS = "DELETE FROM known_browser WHERE used_at < ?";

    private static final String END_SESSIONS = "DELETE FROM person_session";

    private static final String FORGET_BROWSERS = "DELETE FROM known_browser";

    private static final String END_LINKS = "DELETE FROM person_link";

    private final Database database;

    public PeopleRetentionStore(Database database) {
        this.database = database;
    }

    /// Returns the number of deleted rows, 0 if no clock can be trusted.
    public int forget() {
        return database.inTransaction(
                "forget sessions",
                handle -> ClockStore.trustedTime(handle)
                        .map(time -> handle.execute(
                                        SESSIONS,
                                        time,
                                        SessionStore.IDLE.toSeconds(),
                                        time,
                                        SessionStore.LONGEST.toSeconds(),
                                        time,
                                        SessionStore.SIGN_IN.toSeconds())
                                + handle.execute(LINKS, time)
                                + handle.execute(BROWSERS, time.minusDays(BROWSER_DAYS)))
                        .orElse(0));
    }

    /// A restored backup brings back sessions, links and known browsers that had ended.
    public void endAllAfterRestore() {
        database.inTransaction("end sessions after restore", handle -> {
            handle.execute(END_SESSIONS);
            handle.execute(FORGET_BROWSERS);
            return handle.execute(END_LINKS);
        });
    }
}
