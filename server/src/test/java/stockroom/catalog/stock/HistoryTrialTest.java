package stockroom.catalog.stock;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import stockroom.commands.GenerateCommand;
import stockroom.config.Secret;
import stockroom.config.Settings;
import stockroom.testing.machine.Figures;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;

/// The first page of a product's history costs the same with any number of changes of other products.
@Tag("alone")
class HistoryTrialTest {
    private static final boolean FULL = Boolean.getBoolean("ledger.full");
    private static final int SMALL = FULL ? 100_000 : 2_000;
    private static final int LARGE = 100 * SMALL;
    private static final int CALLS = FULL ? 4_000 : 200;

    /// The number for the small ledger; the large one has ten times as many entries and changes.
    private static final int CHANGES_OF_EACH = 100;

    private static final int ENTRIES_OF_A_PRODUCT = 10;

    @Test
    void theFirstPageIsAsQuickInALargeLedger(@TempDir Path folder) throws Exception {
        try (var platform = Platform.start(Map.of());
                var largePlatform = Platform.start(Map.of())) {
            var small = ledger(platform, SMALL, SMALL / CHANGES_OF_EACH, folder.resolve("small"));
            var large = ledger(largePlatform, LARGE, SMALL / CHANGES_OF_EACH * 10, folder.resolve("large"));
            // warms up the JVM
            times(small, large, CALLS / 2, new ArrayList<>());
            var inLarge = new ArrayList<Duration>();
            var inSmall = times(small, large, CALLS, inLarge);

            inSmall.sort(null);
            inLarge.sort(null);
            double p99 = inLarge.get(CALLS * 99 / 100).toNanos() / 1e6;
            double ratio = (double) inLarge.get(CALLS / 2).toNanos()
                    / inSmall.get(CALLS / 2).toNanos();
            System.out.printf(
                    "first page among %d changes: p50 %.2f ms, p99 %.2f ms; p50 %.2f times that among %d%n",
                    LARGE, inLarge.get(CALLS / 2).toNanos() / 1e6, p99, ratio, SMALL);
            Figures.write("history-first-page-p99", p99, "ms", "<= 10", p99 <= 10);
            Figures.write("history-growth", ratio, "times", "<= 1.2", ratio <= 1.2);
            assertThat(ratio).isLessThan(2);
        }
    }

    private record Ledger(TestMerchant merchant, List<String> products) {}

    private static Ledger ledger(Platform platform, int changes, int entries, Path tokens) throws Exception {
        var caller = platform.merchant();
        var command = new GenerateCommand(() -> Settings.read(platform.environment()));
        new CommandLine(command)
                .parseArgs(
                        "--merchants",
                        "1",
                        "--products",
                        "" + entries / ENTRIES_OF_A_PRODUCT,
                        "--entries",
                        "" + entries,
                        "--changes",
                        "" + changes,
                        "--application",
                        "" + caller.appid(),
                        "--tokens",
                        tokens.toString());
        command.generate();
        var fields = Files.readAllLines(tokens).get(1).split(",", -1);
        var ofMerchant = "FROM stock_change WHERE merchant_id = " + fields[0];
        assertThat(Integer.parseInt(platform.query("SELECT sum(cardinality(sizes)) " + ofMerchant)))
                .isGreaterThanOrEqualTo(changes);
        return new Ledger(
                caller.withToken(new Secret(fields[2])), platform.queryAll("SELECT DISTINCT product_id " + ofMerchant));
    }

    private static List<Duration> times(Ledger small, Ledger large, int calls, List<Duration> inLarge) {
        var random = new Random(1);
        var inSmall = new ArrayList<Duration>();
        for (int i = 0; i < calls; i++) {
            inSmall.add(firstPage(small, random));
            inLarge.add(firstPage(large, random));
        }
        return inSmall;
    }

    private static Duration firstPage(Ledger ledger, Random random) {
        var product = ledger.products.get(random.nextInt(ledger.products.size()));
        var reply = ledger.merchant.history("productid", product);
        assertThat(reply.json().path("data")).hasSize(20);
        return reply.took();
    }
}
