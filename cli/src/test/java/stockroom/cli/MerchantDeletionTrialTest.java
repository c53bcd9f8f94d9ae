package stockroom.cli;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stockroom.admin.operators.Scope;
import stockroom.cli.shell.Secret;
import stockroom.testing.http.ConstantRateCalls;
import stockroom.testing.http.Reply;
import stockroom.testing.machine.Figures;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;

/// Exports and deletes a large merchant during the calls of others: none of them waits, and their data stays
/// complete.
@Tag("slow")
class MerchantDeletionTrialTest {
    private static final boolean FULL = Boolean.getBoolean("deletion.full");
    private static final int PRODUCTS = FULL ? 1_000_000 : 3_000;
    private static final int PUSHES = PRODUCTS / 100;

    private static final int CALLS_A_SECOND = 100;
    private static final Duration MAX_WAIT = Duration.ofMillis(250);

    @Test
    void aLargeMerchantIsExportedAndDeletedWhileNobodyWaits(@TempDir Path folder) throws Exception {
        try (var platform = Platform.start(Map.of())) {
            var callers = Stream.generate(platform::merchant).limit(10).toList();
            var products = new ArrayList<Integer>();
            for (var caller : callers) {
                products.add(caller.product());
                caller.withStock(products.getLast(), "red", 38, 5);
            }
            var writers = writers(platform);
            var large = platform.merchant();
            long id = large.id().value();
            fill(platform, large);
            var others = others(platform, id, writers);
            var operator = new OperatorCommands(
                    platform.adminUrl(),
                    new Secret(platform.operatorKey(Scope.WRITE, Duration.ofHours(1))
                            .key()
                            .reveal()),
                    folder);
            var target = folder.resolve("export");
            try (var calls =
                    new ConstantRateCalls(CALLS_A_SECOND, number -> call(callers, products, writers, number))) {
                // gives the compiler of the JVM time before measuring
                Thread.sleep(FULL ? 20_000 : 500);
                long begun = System.nanoTime();
                var exported = operator.run("merchant", "export", Long.toString(id), "--output", target.toString());
                assertThat(exported.code()).as(exported.err()).isZero();
                long between = System.nanoTime();
                var deleted = operator.run("merchant", "delete", Long.toString(id), "--yes");
                assertThat(deleted.code()).as(deleted.err()).isZero();
                long ended = System.nanoTime();
                // some calls that began before the end are still running
                Thread.sleep(500);
                report("export", calls.begunBetween(begun, between), Duration.ofNanos(between - begun));
                report("deletion", calls.begunBetween(between, ended), Duration.ofNanos(ended - between));
            }
            assertThat(lines(target.resolve("products.ndjson"))).isEqualTo(PRODUCTS);
            assertThat(lines(target.resolve("stock.ndjson"))).isEqualTo(4L * PRODUCTS);
            assertThat(lines(target.resolve("pushes.ndjson"))).isEqualTo(PUSHES);
            for (var table : tables(platform)) {
                assertThat(platform.query("SELECT count(*) FROM %s WHERE merchant_id = %d%s"
                                .formatted(
                                        table,
                                        id,
                                        table.equals("audit_entry")
                                                ? " AND (before IS NOT NULL OR after IS NOT NULL)"
                                                        + " AND action <> 'merchant.delete'"
                                                : "")))
                        .as(table)
                        .isEqualTo("0");
            }
            assertThat(others(platform, id, writers)).isEqualTo(others);
        }
    }

    private static long lines(Path file) throws Exception {
        try (var lines = Files.lines(file)) {
            return lines.count();
        }
    }

    private record Writer(TestMerchant merchant, int product) {}

    private static List<Writer> writers(Platform platform) {
        return Stream.generate(platform::merchant)
                .limit(40)
                .map(merchant -> new Writer(merchant, merchant.product()))
                .toList();
    }

    /// Callers only read, so that their data stays the same.
    private static Reply call(List<TestMerchant> callers, List<Integer> products, List<Writer> writers, int number) {
        if (number % 25 == 0) {
            var writer = writers.get(number / 25 % writers.size());
            return writer.merchant.createStock("[{\"pid\":%d,\"color\":\"red\",\"param\":[{\"size\":38,\"stock\":%d}]}]"
                    .formatted(writer.product, number));
        }
        int which = number % callers.size();
        return switch (number / callers.size() % 3) {
            case 0 -> callers.get(which).productList("page", 1);
            case 1 -> callers.get(which).stockList(products.get(which));
            default -> callers.get(which).limits();
        };
    }

    private static void fill(Platform platform, TestMerchant merchant) {
        platform.execute("""
                CREATE TABLE new_id AS SELECT nextval('product_id')::integer AS id FROM generate_series(1, %2$d);
                INSERT INTO product (merchant_id, product_id, art_no, title, description, price, images, entries, has_stock)
                SELECT %1$d, id, 'L' || id, 'Shoe ' || id, repeat('A soft shoe. ', 20), 59, ARRAY['https://a.example/1.jpg'],
                       4, true FROM new_id;
                INSERT INTO product_owner (product_id, merchant_id) SELECT id, %1$d FROM new_id;
                INSERT INTO stock (merchant_id, updated_at, product_id, colour_no, colour, sizes, quantities)
                SELECT %1$d, now(), id, c, 'colour ' || c, '{38,39}', '{5,6}' FROM new_id CROSS JOIN generate_series(1, 2) c;
                INSERT INTO product_block (merchant_id, first_id, total, with_stock)
                SELECT %1$d, min(id), count(*), count(*) FROM (SELECT id, row_number() OVER (ORDER BY id) - 1 AS n FROM new_id) i
                GROUP BY n / 1000;
                INSERT INTO stock_push (merchant_id, push, at, entries, kind, products)
                SELECT %1$d, n, now(), 100, 'create', array_agg(id)
                FROM (SELECT id, (row_number() OVER (ORDER BY id) - 1) / 100 + 1 AS n FROM new_id) i GROUP BY n;
                INSERT INTO stock_change (merchant_id, at, push, product_id, colours, colour_nos, sizes, before, after)
                SELECT merchant_id, at, push, unnest(products), '{colour 1}', '{1}', '{38}', '{NULL}', '{5}' FROM stock_push
                WHERE merchant_id = %1$d;
                INSERT INTO push_counter VALUES (%1$d, %3$d, now());
                DROP TABLE new_id;
                """.formatted(merchant.id().value(), PRODUCTS, PUSHES));
        platform.execute("ANALYZE");
    }

    private static List<String> tables(Platform platform) {
        return platform.queryAll("""
                SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
                WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
                  AND a.attname = 'merchant_id' AND c.relname <> 'daily_usage' ORDER BY 1
                """);
    }

    /// Returns checksums of the rows of merchants that are neither deleted nor written to.
    private static List<String> others(Platform platform, long id, List<Writer> writers) {
        var changing = Stream.concat(
                        Stream.of(id),
                        writers.stream().map(writer -> writer.merchant.id().value()))
                .map(String::valueOf)
                .collect(joining(", "));
        return tables(platform).stream()
                .map(table -> table
                        + platform.query(
                                "SELECT md5(string_agg(t::text, '' ORDER BY t::text)) FROM %s t".formatted(table)
                                        + " WHERE merchant_id NOT IN (%s)".formatted(changing)))
                .toList();
    }

    private static void report(String work, List<ConstantRateCalls.Call> calls, Duration took) {
        ConstantRateCalls.assertAllSucceeded(calls);
        var longest = calls.stream()
                .map(ConstantRateCalls.Call::took)
                .max(Duration::compareTo)
                .orElseThrow();
        System.out.printf(
                "%s of %d products in %d s under %d calls, longest %d ms%n",
                work, PRODUCTS, took.toSeconds(), calls.size(), longest.toMillis());
        Figures.write(
                "merchant-%s-longest-call".formatted(work),
                longest.toMillis(),
                "ms",
                "<= 250",
                longest.compareTo(MAX_WAIT) <= 0);
        if (FULL) {
            assertThat(longest).isLessThanOrEqualTo(MAX_WAIT);
        }
    }
}
