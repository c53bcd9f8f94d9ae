package stockroom.auth;

import java.util.Map;
import stockroom.database.Database;

final class LastUseStore {
    /// Writes in the order of names, so that two nodes do not deadlock. Skips tokens that were deleted meanwhile.
    private static final String WRITE = """
            INSERT INTO last_use (credential, used_at)
            SELECT credential, to_timestamp(millis / 1000.0)
            FROM unnest(:credentials, :millis) AS used (credential, millis)
            WHERE credential NOT LIKE 'token %' OR EXISTS (
                SELECT FROM access_token t WHERE t.token_hash = decode(substr(credential, 7), 'hex'))
            ORDER BY credential
            ON CONFLICT (credential) DO UPDATE SET used_at = excluded.used_at
            WHERE last_use.used_at < excluded.used_at
            """;

    private static final String FORGET = """
            DELETE FROM last_use u WHERE credential LIKE 'token %' AND NOT EXISTS (
                SELECT FROM access_token t WHERE 'token ' || encode(t.token_hash, 'hex') = u.credential)
            """;

    private final Database database;

    LastUseStore(Database database) {
        this.database = database;
    }

    void write(Map<String, Long> uses) {
        database.run(
                "last use",
                handle -> handle.createUpdate(WRITE)
                        .bindArray("credentials", String.class, uses.keySet())
                        .bindArray("millis", Long.class, uses.values())
                        .execute());
    }

    void forget() {
        database.run("forget last use", handle -> handle.createUpdate(FORGET).execute());
    }
}
