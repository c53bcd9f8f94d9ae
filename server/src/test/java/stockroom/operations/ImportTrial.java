package stockroom.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stockroom.admin.operators.Scope;
import stockroom.testing.machine.Distribution;
import stockroom.testing.machine.Figures;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import stockroom.testing.servers.ServerProcess;

/// Compares `stockroom import products` with COPY, then kills an import twice, resumes it and compares the results.
/// scripts/measure-import runs it.
class ImportTrial {
    private static final int PRODUCTS = Integer.getInteger("import.products", 1_000_000);
    /// bin/stockroom-server passes these options when the operator sets the heap.
    private static final String SMALL_HEAP = "-XX:+UseCompactObjectHeaders -Xmx256m";
    private static final String COLUMNS = "merchant_id, product_id, art_no, title, description, price, images, video,"
            + " category_ids, category_names, attributes";
    private static final int KILLS = 2;
    private static final long MAX_MIB = 286;

    @TempDir
    Path folder;

    @Test
    void anImportIsNotMuchSlowerThanCopyAndCanBeKilled() throws Exception {
        try (var platform = Platform.start(Map.of("MALLOC_ARENA_MAX", "2"));
                var server = new ServerProcess(platform.environment(), SMALL_HEAP)) {
            var key = platform.operatorKey(Scope.WRITE, Duration.ofHours(2)).key();
            var environment = Map.of("STOCKROOM_CLI_ADDRESS", server.adminUrl(), "STOCKROOM_CLI_KEY", key.reveal());
            writeProducts();
            var once = platform.merchant();
            double seconds = measure(environment, server, once);
            var killed = platform.merchant();
            for (int i = 0; i < KILLS; i++) {
                var process = start(environment, killed);
                Thread.sleep((long) (seconds / 3 * 1_000));
                assertThat(process.isAlive()).isTrue();
                process.destroyForcibly().waitFor();
                System.out.println("killed with so many products in: " + result(killed));
            }
            assertThat(start(environment, killed).waitFor()).isZero();
            System.out.print(Files.readString(folder.resolve("import.out")));
            Figures.check("import-killed-and-resumed-is-the-same", result(once).equals(result(killed)));
        }
    }

    private Path file() {
        return folder.resolve("products.ndjson");
    }

    private void writeProducts() throws IOException {
        Iterable<String> lines = () -> IntStream.rangeClosed(1, PRODUCTS)
                .mapToObj(ImportTrial::product)
                .iterator();
        Files.write(file(), lines);
    }

    private static String product(int number) {
        return """
                {"artNo":"NG-%1$07d","title":"Leather boot with a rubber sole, model %1$d",\
                "description":"<p>A boot for every day, model %1$d. Upper of full-grain leather, lining of textile, sole of rubber. \
                Made in small series; please order in good time.</p>","price":"%2$d.%3$02d",\
                "images":["https://pictures.example/ng/%1$d-1.jpg","https://pictures.example/ng/%1$d-2.jpg"],\
                "categoryIds":"12,34","categoryNames":"Shoes,Boots",\
                "attributes":[{"name":"Upper","value":"leather"},{"name":"Sole","value":"rubber"}]}""".formatted(number, 20 + number % 200, number % 100);
    }

    private Process start(Map<String, String> environment, TestMerchant merchant) throws IOException {
        return Distribution.start(
                folder.resolve("import"),
                environment,
                "import",
                "products",
                String.valueOf(merchant.id().value()),
                file().toString());
    }

    private double measure(Map<String, String> environment, ServerProcess server, TestMerchant merchant)
            throws Exception {
        merchant.platform().execute("CHECKPOINT");
        long begun = System.nanoTime();
        var process = start(environment, merchant);
        long clientMib = 0;
        while (process.isAlive()) {
            clientMib = Math.max(clientMib, peakMib(process.pid()));
            Thread.sleep(200);
        }
        double seconds = (System.nanoTime() - begun) / 1e9;
        assertThat(process.exitValue())
                .as(Files.readString(folder.resolve("import.err")))
                .isZero();
        long serverMib = peakMib(server.pid());
        double bare = bareCopy(merchant.platform());
        System.out.printf(
                "import: %.0f products/s, bare COPY: %.0f products/s; at most: command line %d MiB, server %d MiB%n",
                PRODUCTS / seconds, PRODUCTS / bare, clientMib, serverMib);
        Figures.check("import-of-bare-copy", bare / seconds, "ratio", ">= 0.4", bare / seconds >= 0.4);
        Figures.check("import-memory-command-line", clientMib, "MiB", "< " + MAX_MIB, clientMib < MAX_MIB);
        Figures.check("import-memory-server", serverMib, "MiB", "< " + MAX_MIB, serverMib < MAX_MIB);
        return seconds;
    }

    private static long peakMib(long pid) throws IOException {
        try (var lines = Files.lines(Path.of("/proc/%d/status".formatted(pid)))) {
            return lines.filter(line -> line.startsWith("VmHWM:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) / 1_024)
                    .sum();
        } catch (NoSuchFileException e) {
            // the process has just ended
            return 0;
        }
    }

    /// Copies the existing products into a table with the same constraints, and returns the seconds.
    private double bareCopy(Platform platform) {
        var rows = folder.resolve("rows");
        psql(platform, "\\copy (SELECT %s FROM product ORDER BY product_id) TO '%s'".formatted(COLUMNS, rows));
        platform.execute("TRUNCATE product CASCADE");
        platform.execute("CHECKPOINT");
        long begun = System.nanoTime();
        psql(platform, "\\copy product (%s) FROM '%s'".formatted(COLUMNS, rows));
        return (System.nanoTime() - begun) / 1e9;
    }

    private static void psql(Platform platform, String command) {
        Distribution.run(
                Map.of(),
                Path.of(System.getenv("POSTGRES_BIN"), "psql").toString(),
                "--no-psqlrc",
                "--set=ON_ERROR_STOP=1",
                "--command=" + command,
                platform.address().url().replaceFirst("^jdbc:", ""));
    }

    private static String result(TestMerchant merchant) {
        return merchant.platform().query("""
                SELECT concat_ws('|',
                    (SELECT count(*) || '|' || md5(string_agg(md5((art_no, title, description, price, images, video,
                         category_ids, category_names, attributes)::text), '' ORDER BY product_id))
                     FROM product WHERE merchant_id = %1$d),
                    (SELECT sum(total) || '|' || sum(with_stock) FROM product_block WHERE merchant_id = %1$d),
                    (SELECT count(*) FROM product_owner WHERE merchant_id = %1$d))
                """.formatted(merchant.id().value()));
    }
}
