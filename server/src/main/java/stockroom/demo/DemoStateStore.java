package stockroom.demo;

import stockroom.database.Database;

/// Keeps a copy of all tables and restores them.
public final class DemoStateStore {
    private static final String KEEP = """
            DO $$
            DECLARE
                v_table text;
            BEGIN
                CREATE SCHEMA demo_start;
                CREATE TABLE demo_start.sequences AS
                SELECT format('public.%I', sequencename) AS name, coalesce(last_value, start_value) AS value,
                       last_value IS NOT NULL AS used
                FROM pg_sequences WHERE schemaname = 'public';
                CREATE TABLE demo_start.tables AS
                SELECT relname AS name FROM pg_class
                WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
                  AND relname NOT IN ('ledger', 'clock_watch', 'suspect_interval', 'flyway_schema_history');
                FOR v_table IN SELECT name FROM demo_start.tables LOOP
                    EXECUTE format('CREATE TABLE demo_start.%I AS TABLE public.%I', 'of_' || v_table, v_table);
                END LOOP;
            END $$
            """;

    /// Running as a replica skips foreign keys and the audit log's trigger. A new epoch makes old cursors invalid.
    private static final String RESTORE = """
            DO $$
            DECLARE
                v_table   text;
                v_columns text;
            BEGIN
                SET LOCAL session_replication_role = replica;
                EXECUTE (SELECT 'TRUNCATE ' || string_agg(format('public.%I', name), ', ') FROM demo_start.tables);
                FOR v_table, v_columns IN
                    SELECT t.name, string_agg(quote_ident(a.attname), ', ')
                    FROM demo_start.tables t
                    JOIN pg_attribute a ON a.attrelid = format('public.%I', t.name)::regclass AND a.attnum > 0
                                       AND NOT a.attisdropped AND a.attgenerated = ''
                    GROUP BY t.name
                LOOP
                    EXECUTE format('INSERT INTO public.%1$I (%2$s) OVERRIDING SYSTEM VALUE SELECT %2$s FROM demo_start.%3$I',
                                   v_table, v_columns, 'of_' || v_table);
                END LOOP;
                PERFORM setval(name, value, used) FROM demo_start.sequences;
                UPDATE public.ledger SET epoch = (epoch::bigint + 1) % 2147483647;
            END $$
            """;

    private final Database database;

    public DemoStateStore(Database database) {
        this.database = database;
    }

    public void keep() {
        database.run("demo keep", handle -> handle.execute(KEEP));
    }

    /// Concurrent callers wait for this transaction.
    public void restore() {
        database.run("demo restore", handle -> handle.execute(RESTORE));
    }
}
