package stockroom.testing.servers;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import javax.tools.ToolProvider;

/// This build with further migrations: a column, an index on a large table, a changed function. It stands for the
/// next release in upgrade tests.
public final class NextBuild {
    private static final Path SOURCES = Path.of("src/main");
    private static final Path CALLER = SOURCES.resolve("java/stockroom/catalog/stock/StockWriteStore.java");

    public static final Map<String, String> MIGRATIONS = Map.of(
            "V900__column.sql",
            "ALTER TABLE product ADD COLUMN note text;\n",
            "V901__index.sql",
            """
            SET lock_timeout = 0;
            DROP INDEX CONCURRENTLY IF EXISTS product_owner_merchant;
            CREATE INDEX CONCURRENTLY product_owner_merchant ON product_owner (merchant_id, product_id);
            RESET lock_timeout;
            """,
            "V902__create_stock_2.sql",
            read(SOURCES.resolve("resources/db/migration/V3__create_stock.sql"))
                    .replaceFirst("(?s).*CREATE FUNCTION create_stock\\(", "CREATE FUNCTION create_stock_2("));

    private NextBuild() {}

    public static void writeMigrations(Path folder) {
        MIGRATIONS.forEach((name, sql) -> write(folder.resolve(name), sql));
    }

    /// Builds it into a folder, and returns its class path.
    public static String classPath(Path folder) {
        var migrations = folder.resolve("db/migration");
        try {
            Files.createDirectories(migrations);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        writeMigrations(migrations);
        var caller = folder.resolve("StockWriteStore.java");
        write(caller, read(CALLER).replace("FROM create_stock(", "FROM create_stock_2("));
        var classPath = System.getProperty("java.class.path");
        int failed = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "-cp", classPath, "-d", folder.toString(), caller.toString());
        if (failed != 0) {
            throw new IllegalStateException("the next build does not compile");
        }
        return folder + File.pathSeparator + classPath;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
