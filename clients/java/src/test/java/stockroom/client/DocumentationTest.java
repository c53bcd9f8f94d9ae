package stockroom.client;

import static org.assertj.core.api.Assertions.assertThat;

import example.DocumentedProgram;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import stockroom.client.model.StockEntry;
import stockroom.testing.platform.Platform;

@Tag("slow")
class DocumentationTest {
    private static final Platform platform = ClientMerchant.PLATFORM;
    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    /// Ignores line breaks, which the formatter sets.
    private static String plain(String code) {
        return code.replaceAll("\\s+", " ").replaceAll(" ?([.(){}]) ?", "$1").strip();
    }

    @ParameterizedTest
    @ValueSource(strings = {"../../docs/java-client.md", "README.md", "README.zh.md"})
    void theCodeOfTheDocumentationIsThatOfTheProgram(String page) throws IOException {
        var program = plain(Files.readString(Path.of("src", "test", "java", "example", "DocumentedProgram.java")));
        var blocks = BLOCK.matcher(Files.readString(Path.of(page)))
                .results()
                .map(block -> plain(block.group(1)))
                .toList();

        assertThat(blocks).isNotEmpty().allSatisfy(block -> assertThat(program).contains(block));
    }

    @Test
    void theProgramDoesWhatTheDocumentationSays() {
        var merchant = ClientMerchant.create();
        var pids = merchant.products(2);
        int pid = pids.getFirst();
        var entries = List.of(new StockEntry(pids.get(1), "green", 41, 7));
        var said = said(() -> {
            DocumentedProgram.firstCall(platform.baseUrl(), merchant.appid(), merchant.secret(), merchant.token());
            try (var relay = new Interference(platform.baseUrl());
                    var stockroom = merchant.client(relay.url())
                            .clock(InstantSource.offset(InstantSource.system(), Duration.ofHours(-1)))
                            .listener(DocumentedProgram.listener())
                            .build()) {
                DocumentedProgram.failures(stockroom, pid);
                assertThat(DocumentedProgram.setStock(stockroom, pid).written()).isEqualTo(4);
                assertThat(DocumentedProgram.check(stockroom, entries).count(EntryState.CHECKED))
                        .isEqualTo(1);
                relay.then(Interference.answer(500, "{\"success\":false,\"msg\":\"oh\",\"code\":\"INTERNAL_ERROR\"}"));
                DocumentedProgram.continueLater(stockroom, entries);
                DocumentedProgram.details(stockroom, pids);
            }
        });

        var artNos = platform.queryAll(
                "SELECT art_no FROM product WHERE merchant_id = %d ORDER BY product_id".formatted(merchant.id()));
        assertThat(said)
                .contains(pid + " " + artNos.getFirst())
                // the server sends whole seconds, and its response takes a while
                .containsPattern("this machine's clock is off by PT(1H|59M5\\dS)\n")
                .contains("no stock: STOCK_NOT_ADDED")
                .contains("4 written, 0 rejected")
                .contains("request 1 of 1, PT0S left")
                .contains("INTERNAL_ERROR: oh")
                .contains("Shoe " + artNos.getFirst())
                .contains("Shoe " + artNos.getLast());
        assertThat(merchant.rows())
                .containsExactly(
                        pid + " blue 40 3 -",
                        pid + " red 36 12 -",
                        pid + " red 37 12 -",
                        pid + " red 38 12 6901234567892",
                        pids.get(1) + " green 41 7 -");
    }

    @Test
    void theProgramSellsFollowsAndTakesBackAsTheDocumentationSays() {
        var merchant = ClientMerchant.create();
        int pid = merchant.products(1).getFirst();
        merchant.merchant().withStock(pid, "red", 38, 5).withStock(pid, "blue", 40, 1);
        var artNos = platform.queryAll("SELECT art_no FROM product WHERE merchant_id = " + merchant.id());
        var said = said(() -> {
            var stockroom = merchant.client().build();
            var cursors = new ArrayList<String>();
            DocumentedProgram.begin(stockroom, cursors::add);
            DocumentedProgram.sell(stockroom, pid, "order-1");
            DocumentedProgram.sell(stockroom, pid, "order-1");
            DocumentedProgram.sell(stockroom, pid, "order-2");
            DocumentedProgram.readAll(stockroom, artNos);
            var sold = stockroom.history(pid).findFirst().orElseThrow();
            assertThat(DocumentedProgram.lookBack(stockroom, pid, sold.at())).hasSize(2);
            DocumentedProgram.takeBack(stockroom, sold.push());
            DocumentedProgram.delete(stockroom, pid);
            DocumentedProgram.deliver(stockroom, List.of(new StockEntry(pid, "red", 38, 6)));
            DocumentedProgram.follow(stockroom, "no cursor", stored -> {});
            // following ends when the client is closed
            DocumentedProgram.follow(stockroom, cursors.getFirst(), stored -> stockroom.close());
        });

        assertThat(said.lines().filter("sold"::equals)).hasSize(2);
        assertThat(said)
                .contains("only 0 of StockEntry[pid=%d, color=blue, size=40".formatted(pid))
                .contains("3: Change[pid=%d, color=red, size=38, before=5, stock=3]".formatted(pid))
                .contains(pid + " has 2 entries")
                .contains("6 [Change[pid=%d, color=red, size=38, before=5, stock=6]]".formatted(pid))
                .contains("2 would be as before, 0 were changed since")
                .contains("undone by push 4")
                .contains("begin again: CURSOR_INVALID");
        assertThat(merchant.rows()).containsExactly(pid + " red 38 6 69038");
    }

    private static String said(Runnable program) {
        var before = System.out;
        var out = new ByteArrayOutputStream();
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        try {
            program.run();
        } finally {
            System.setOut(before);
        }
        return out.toString(StandardCharsets.UTF_8);
    }
}
