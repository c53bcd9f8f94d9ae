package stockroom.bench.trials;

import static java.util.Locale.ROOT;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import stockroom.bench.postgres.Postgres;
import stockroom.bench.process.Failure;
import stockroom.bench.process.Memory;
import stockroom.bench.process.Sleep;
import stockroom.bench.server.Distribution;
import stockroom.bench.server.OperatedServer;

/// Measures `stockroom import products` against PostgreSQL's own COPY of the same rows into the same table, in one run;
/// then kills an import in the middle, twice, starts it again and compares the results.
final class ImportTrial {
    private static final String DATABASE = "postgres";
    private static final String COLUMNS = "merchant_id, product_id, art_no, title, description, price, images, video,"
            + " category_ids, category_names, attributes";
    private static final int KILLS = 2;
    private static final long MAX_MIB = 286;
    private final Path folder;
    private final int products;
    private final Postgres postgres;
    private final OperatedServer server;
    private final TrialFigures figures = new TrialFigures();

    private ImportTrial(Path folder, int products, Postgres postgres, OperatedServer server) {
        this.folder = folder;
        this.products = products;
        this.postgres = postgres;
        this.server = server;
    }

    static void run(Path folder, int products) throws IOException {
        var postgres = new Postgres();
        var settings = Map.of("JDK_JAVA_OPTIONS", "-Xmx256m");
        try (var server = OperatedServer.start(Distribution.of(Path.of("")), postgres, DATABASE, folder, settings)) {
            new ImportTrial(folder, products, postgres, server).run();
        }
    }

    private void run() throws IOException {
        for (var name : List.of("once", "killed")) {
            server.run("merchant", "create", name, "--name", name);
        }
        writeProducts();
        double seconds = measure();
        for (int i = 0; i < KILLS; i++) {
            kill(seconds / 3);
        }
        System.out.print(server.run("import", "products", file().toString(), "--merchant", "2"));
        boolean same = result(1).equals(result(2));
        System.out.println("the same as without the kill: " + same);
        figures.add("import-killed-and-resumed-is-the-same", same);
        figures.write();
    }

    private Path file() {
        return folder.resolve("products.ndjson");
    }

    private void writeProducts() throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file())) {
            for (int i = 1; i <= products; i++) {
                out.write(product(i));
            }
        }
    }

    private static String product(int number) {
        return """
                {"artNo":"NG-%07d","title":"Leather boot with a rubber sole, model %d",\
                "description":"<p>A boot for every day, model %d. Upper of full-grain leather, lining of textile, sole of rubber. \
                Made in small series; please order in good time.</p>","price":"%d.%02d",\
                "images":["https://pictures.example/ng/%d-1.jpg","https://pictures.example/ng/%d-2.jpg"],\
                "categoryIds":"12,34","categoryNames":"Shoes,Boots",\
                "attributes":[{"name":"Upper","value":"leather"},{"name":"Sole","value":"rubber"}]}
                """.formatted(number, number, number, 20 + number % 200, number % 100, number, number);
    }

    /// Speed and memory.
    ///
    /// @return the seconds that the import took
    private double measure() throws IOException {
        postgres.execute(DATABASE, "CHECKPOINT");
        long begun = System.nanoTime();
        var process = start(1);
        long clientMib = 0;
        while (process.isAlive()) {
            clientMib = Math.max(clientMib, peakMib(process.pid()));
            Sleep.millis(200);
        }
        double seconds = secondsSince(begun);
        System.out.print(Files.readString(summary()));
        if (process.exitValue() != 0) {
            throw new Failure("the import ended with %d (expected: 0)".formatted(process.exitValue()));
        }
        long serverMib = peakMib(server.server().pid());
        double bare = bareCopy();
        double ratio = bare / seconds;
        System.out.printf(
                ROOT,
                "import: %.0f products/s (%.3f s), bare COPY: %.0f products/s (%.3f s), ratio %.3f%n",
                products / seconds,
                seconds,
                products / bare,
                bare,
                ratio);
        System.out.printf("memory at most: command line %d MiB, server (-Xmx256m) %d MiB%n", clientMib, serverMib);
        figures.addAtLeast(0.4, 0.4, "import-of-bare-copy", ratio, "ratio");
        figures.add("import-memory-command-line", clientMib, "MiB", "< " + MAX_MIB, clientMib < MAX_MIB);
        figures.add("import-memory-server", serverMib, "MiB", "< " + MAX_MIB, serverMib < MAX_MIB);
        return seconds;
    }

    private Path summary() {
        return folder.resolve("summary");
    }

    private Process start(int merchant) throws IOException {
        var builder = new ProcessBuilder(
                server.distribution().commandLine(),
                "import",
                "products",
                file().toString(),
                "--merchant",
                String.valueOf(merchant));
        builder.environment().putAll(server.environment());
        var process = builder.redirectErrorStream(true)
                .redirectOutput(summary().toFile())
                .start();
        // a trial that fails must not leave an import behind
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
        return process;
    }

    private static long peakMib(long pid) {
        try {
            return Memory.peak(pid) / 1_024 / 1_024;
        } catch (IOException e) {
            // it has just ended
            return 0;
        }
    }

    private static double secondsSince(long begun) {
        return (System.nanoTime() - begun) / 1e9;
    }

    /// Of the products that are there, into the same table with all its constraints.
    ///
    /// @return the seconds that it took
    private double bareCopy() {
        var rows = folder.resolve("rows");
        postgres.psql(
                DATABASE,
                "\\copy (SELECT %s FROM product ORDER BY product_id) TO '%s'".formatted(COLUMNS, rows),
                "TRUNCATE product CASCADE",
                "CHECKPOINT");
        long begun = System.nanoTime();
        postgres.psql(DATABASE, "\\copy product (%s) FROM '%s'".formatted(COLUMNS, rows));
        return secondsSince(begun);
    }

    private void kill(double afterSeconds) throws IOException {
        var process = start(2);
        Sleep.millis((long) (afterSeconds * 1_000));
        if (!process.isAlive()) {
            throw new Failure("the import was over before it was killed: " + Files.readString(summary()));
        }
        process.destroyForcibly().onExit().join();
        System.out.printf(
                "killed with %s of %d products in%n",
                postgres.one(DATABASE, "SELECT count(*) FROM product WHERE merchant_id = 2"), products);
    }

    /// All that an import writes, but for the numbers of the products.
    private String result(int merchant) {
        return postgres.one(DATABASE, """
                SELECT concat_ws('|',
                    (SELECT count(*) || '|' || md5(string_agg(md5((art_no, title, description, price, images, video,
                         category_ids, category_names, attributes)::text), '' ORDER BY product_id))
                     FROM product WHERE merchant_id = %1$d),
                    (SELECT sum(total) || '|' || sum(with_stock) FROM product_block WHERE merchant_id = %1$d),
                    (SELECT count(*) FROM product_owner WHERE merchant_id = %1$d))
                """.formatted(merchant));
    }
}
