package stockroom.bench.trials;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import stockroom.bench.postgres.Postgres;

/// What is to be pushed, and what has come, as the database has it.
final class PushDatabase {
    private static final String NAME = "postgres";

    private final Postgres postgres;
    private final Path folder;

    PushDatabase(Postgres postgres, Path folder) {
        this.postgres = postgres;
        this.folder = folder;
    }

    /// Every turn the server gives is written down, by the database's own clock.
    void noteTurns() {
        postgres.execute(
                NAME,
                "CREATE TABLE turn_taken (merchant_id bigint, at timestamptz)",
                """
                CREATE FUNCTION note_turn() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                    INSERT INTO turn_taken VALUES (NEW.merchant_id, NEW.admitted_at); RETURN NEW; END $$
                """,
                "CREATE TRIGGER note_turn AFTER UPDATE ON create_turn FOR EACH ROW EXECUTE FUNCTION note_turn()");
    }

    /// Writes stock of a merchant's products, from one number to another, in the form that is pushed: five colours a
    /// product in nine sizes, some in ten; runs of sizes with the same stock, a bar code here and there.
    Path stockOf(PushMerchant merchant, int from, int to, String file) {
        return copy(file, """
                SELECT product_id AS "productId", 'colour ' || c AS color, s AS size, (n * 7 + c + s / 3) %% 50 AS stock,
                       CASE WHEN (n + c + s) %% 5 = 0 THEN '690' || n || c || s END AS "barCode"
                FROM (SELECT product_id, row_number() OVER (ORDER BY product_id) AS n
                      FROM product WHERE merchant_id = %s) p,
                     generate_series(1, 5) c, generate_series(35, 44) s
                WHERE n BETWEEN %d AND %d AND (s < 44 OR n <= 20)
                ORDER BY product_id, c, s
                """.formatted(merchant.id(), from, to));
    }

    /// The same columns, of what is in the database; sorted lines.
    List<String> written(PushMerchant merchant) throws IOException {
        return sorted(Files.readAllLines(copy("written.csv", """
                SELECT product_id AS "productId", colour AS color, size, quantity AS stock, bar_code AS "barCode"
                FROM stock_entry WHERE merchant_id = %s
                ORDER BY product_id, colour, size
                """.formatted(merchant.id()))));
    }

    static List<String> sorted(List<String> lines) {
        return lines.stream().sorted().toList();
    }

    private Path copy(String file, String query) {
        var path = folder.resolve(file);
        postgres.psql(
                NAME,
                "\\copy (%s) TO '%s' WITH (FORMAT csv, HEADER)"
                        .formatted(query.strip().replace('\n', ' '), path));
        return path;
    }

    long entriesOf(PushMerchant merchant) {
        return number("SELECT count(*) FROM stock_entry WHERE merchant_id = " + merchant.id());
    }

    long timesToldToWait(PushMerchant merchant) {
        return number("SELECT count(*) FROM failed_call WHERE application_id = %s AND status = 429"
                .formatted(merchant.appid()));
    }

    long turnsOf(PushMerchant merchant) {
        return number("SELECT count(*) FROM turn_taken WHERE merchant_id = " + merchant.id());
    }

    private long number(String sql) {
        return Long.parseLong(postgres.one(NAME, sql));
    }

    /// Seconds between two turns that followed each other.
    double shortestTurn(PushMerchant merchant) {
        return Double.parseDouble(postgres.one(NAME, """
                SELECT round(extract(epoch FROM min(at - before)), 3)
                FROM (SELECT at, lag(at) OVER (ORDER BY at) AS before FROM turn_taken WHERE merchant_id = %s) t
                """.formatted(merchant.id())));
    }
}
