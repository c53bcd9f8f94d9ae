package stockroom.catalog.stock;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import stockroom.commands.GenerateCommand;
import stockroom.config.Secret;
import stockroom.config.Settings;
import stockroom.testing.http.Reply;
import stockroom.testing.machine.Figures;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;

@Tag("alone")
class LookupTrialTest {
    private static final boolean FULL = Boolean.getBoolean("lookup.full");
    private static final int ENTRIES = FULL ? 10_000_000 : 100_000;
    private static final int ENTRIES_OF_A_PRODUCT = 20;
    private static final int BAR_CODES = 100;
    private static final int READS = FULL ? 2_000 : 200;
    private static final int PRODUCTS = 300;
    private static final int WRITES = FULL ? 600 : 60;
    private static final int ACCOUNTS = 60;

    private static final Platform platform = Platform.start(Map.of());
    private final Random random = new Random(1);

    @AfterAll
    static void stop() {
        platform.close();
    }

    @Test
    void aHundredBarCodesAreFoundAmongTenMillionEntries(@TempDir Path folder) throws Exception {
        var merchant = generated(folder.resolve("tokens"));
        var codes = platform.queryAll("SELECT bar_code FROM product_bar_code ORDER BY random() LIMIT 100000");
        var times = new ArrayList<Duration>();
        for (int i = 0; i < 2 * READS; i++) {
            var body = random.ints(BAR_CODES, 0, codes.size())
                    .mapToObj(code -> "\"" + codes.get(code) + "\"")
                    .collect(joining(",", "{\"barCodes\":[", "]}"));
            var reply = merchant.postUnchecked(platform.baseUrl(), "/Stock/Batch", TestMerchant.JSON, body);
            assertThat(reply.json().path("data").size()).isBetween(BAR_CODES / 2, BAR_CODES);
            assertThat(reply.json().path("missingBarCodes")).isEmpty();
            times.add(reply.took());
        }
        // the first half warms up the JVM
        double median = millis(times.subList(READS, 2 * READS), 50);
        double p99 = millis(times.subList(READS, 2 * READS), 99);

        System.out.printf("100 bar codes among %d entries: median %.1f ms, p99 %.1f ms%n", ENTRIES, median, p99);
        Figures.write("bar-codes-p99", p99, "ms", "", true);
        Figures.check("bar-codes-median", median, "ms", "<= 20", median <= 20);
    }

    @Test
    void aWriteByItemNumbersIsAboutAsQuickAsOneByIds() {
        var merchant = platform.merchant();
        var ids = merchant.products(PRODUCTS);
        var artNos = platform.queryAll("SELECT art_no FROM product WHERE merchant_id = %d ORDER BY product_id"
                .formatted(merchant.id().value()));
        var accounts = Stream.generate(() -> platform.anotherAccount(merchant))
                .limit(ACCOUNTS)
                .toList();
        var byIds = new ArrayList<Duration>();
        var byArtNos = new ArrayList<Duration>();
        for (int i = 0; i < 2 * WRITES; i++) {
            byIds.add(write(accounts.get(2 * i % ACCOUNTS), n -> "\"pid\":" + ids.get(n))
                    .took());
            byArtNos.add(write(accounts.get((2 * i + 1) % ACCOUNTS), n -> "\"artNo\":\"%s\"".formatted(artNos.get(n)))
                    .took());
        }
        // the first half warms up the JVM
        double ratio = millis(byIds.subList(WRITES, 2 * WRITES), 50) / millis(byArtNos.subList(WRITES, 2 * WRITES), 50);

        System.out.printf(
                "a write of %d products: median %.1f ms by item numbers, %.1f ms by ids; rate %.2f%n",
                PRODUCTS, millis(byArtNos, 50), millis(byIds, 50), ratio);
        Figures.check(
                "write-by-item-number-rate", ratio, "of that by id", ">= 0.9", FULL ? ratio >= 0.9 : ratio >= 0.5);
    }

    private Reply write(TestMerchant account, Function<Integer, String> name) {
        var body = IntStream.range(0, PRODUCTS)
                .mapToObj(n -> "{%s,\"color\":\"red\",\"param\":[{\"size\":\"36-44\",\"stock\":%d}]}"
                        .formatted(name.apply(n), random.nextInt(1_000)))
                .collect(joining(",", "[", "]"));
        var reply = account.createStockInTurn(body);
        assertThat(reply.success()).as(reply.text()).isTrue();
        return reply;
    }

    private static TestMerchant generated(Path tokens) throws Exception {
        var caller = platform.merchant();
        var command = new GenerateCommand(() -> Settings.read(platform.environment()));
        new CommandLine(command)
                .parseArgs(
                        "--merchants",
                        "1",
                        "--products",
                        "" + ENTRIES / ENTRIES_OF_A_PRODUCT,
                        "--entries",
                        "" + ENTRIES,
                        "--application",
                        "" + caller.appid(),
                        "--tokens",
                        tokens.toString());
        command.generate();
        var fields = Files.readAllLines(tokens).get(1).split(",", -1);
        return caller.withToken(new Secret(fields[2]));
    }

    private static double millis(List<Duration> times, int percent) {
        return times.stream()
                        .sorted()
                        .skip(times.size() * (long) percent / 100)
                        .findFirst()
                        .orElseThrow()
                        .toNanos()
                / 1e6;
    }
}
