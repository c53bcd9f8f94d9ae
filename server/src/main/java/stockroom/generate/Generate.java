package stockroom.generate;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import stockroom.auth.SecretCipher;
import stockroom.catalog.products.BlockStore;
import stockroom.config.SettingsException;
import stockroom.database.Database;
import stockroom.generate.GenerateStore.Merchant;
import stockroom.generate.GenerateStore.Product;

/// Adds merchants with products and stock for load tests. Existing data is kept.
public final class Generate {
    private static final Logger LOG = LoggerFactory.getLogger(Generate.class);
    private static final Duration BETWEEN_REPORTS = Duration.ofSeconds(10);

    private final GenerateStore store;
    private final Spread spread;
    private final Optional<Tokens> tokens;
    private long entriesWritten;
    private long reportedAt = System.nanoTime();

    /// @param changesOfEach number of changes of each entry in the ledger after its creation
    public Generate(Database database, Spread spread, int changesOfEach, Optional<Tokens> tokens) {
        this.store = new GenerateStore(database, changesOfEach);
        this.spread = spread;
        this.tokens = tokens;
    }

    /// The application gets a token for each account, written to a new file.
    public record Tokens(long application, Path file) {}

    public record Report(int merchants, int products, long entries, double seconds, long entriesPerSecond) {
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%,d merchants, %,d products and %,d stock entries in %.1f s, %,d entries/s",
                    merchants,
                    products,
                    entries,
                    seconds,
                    entriesPerSecond);
        }
    }

    public Report run(int connections) throws IOException, ExecutionException, InterruptedException {
        long begun = System.nanoTime();
        try (var file = tokensFile()) {
            makeAll(connections, file);
        }
        store.analyze();
        double seconds = (System.nanoTime() - begun) / 1e9;
        long rate = Math.round(spread.entries() / seconds);
        return new Report(spread.merchants(), spread.products(), spread.entries(), seconds, rate);
    }

    private @Nullable Writer tokensFile() throws IOException {
        if (tokens.isEmpty()) {
            return null;
        }
        long application = tokens.get().application;
        var path = tokens.get().file;
        if (!store.hasApplication(application)) {
            throw new SettingsException(
                    "--application: %d (expected: an application of this database)".formatted(application));
        }
        try {
            Files.createFile(path, SecretCipher.OWNER_ONLY);
        } catch (FileAlreadyExistsException e) {
            throw new SettingsException("--tokens: %s exists already (expected: a new file)".formatted(path));
        }
        return Files.newBufferedWriter(path).append("merchantId,accountId,accesstoken,productId\n");
    }

    /// Assigns each merchant to one worker, so that none waits for another.
    private void makeAll(int connections, @Nullable Writer file) throws ExecutionException, InterruptedException {
        try (var workers = Executors.newFixedThreadPool(connections)) {
            var groups = new ArrayList<Future<?>>();
            for (int next = 0; next < spread.merchants(); ) {
                int from = next;
                int to = spread.endOfGroup(from, BlockStore.PRODUCTS_PER_BLOCK);
                groups.add(workers.submit(() -> make(from, to, file)));
                next = to;
            }
            try {
                for (var group : groups) {
                    group.get();
                }
            } finally {
                workers.shutdownNow();
            }
        }
    }

    private @Nullable Void make(int from, int to, @Nullable Writer file) throws IOException {
        var shares = IntStream.range(from, to).mapToObj(spread::of).toList();
        var merchants = store.createMerchants(shares.size());
        int count = shares.stream().mapToInt(Spread.Share::products).sum();
        var ids = store.drawProductIds(count).iterator();
        var productsWithStock = new HashMap<Merchant, Integer>();
        var unwritten = new ArrayList<Product>();
        for (int i = 0; i < shares.size(); i++) {
            var merchant = merchants.get(i);
            var random = shares.get(i).random();
            int number = 0;
            for (int entries : shares.get(i).deal()) {
                if (number > 0 && number % BlockStore.PRODUCTS_PER_BLOCK == 0) {
                    write(unwritten);
                }
                int id = ids.next();
                if (entries > 0) {
                    productsWithStock.putIfAbsent(merchant, id);
                }
                var product = Shoes.product(merchant.storeUrl(), number++, random);
                unwritten.add(new Product(merchant.id(), id, product, entries, Shoes.stock(id, entries, random)));
            }
        }
        write(unwritten);
        if (file != null) {
            writeTokens(file, merchants, productsWithStock);
        }
        return null;
    }

    private void write(List<Product> products) {
        store.write(products);
        written(products.stream().mapToLong(Product::entries).sum());
        products.clear();
    }

    private synchronized void written(long entries) {
        entriesWritten += entries;
        if (System.nanoTime() - reportedAt >= BETWEEN_REPORTS.toNanos()) {
            reportedAt = System.nanoTime();
            LOG.info("wrote {} of {} stock entries", entriesWritten, spread.entries());
        }
    }

    private void writeTokens(Writer file, List<Merchant> merchants, Map<Merchant, Integer> productsWithStock)
            throws IOException {
        var secrets =
                store.createTokens(tokens.orElseThrow().application, merchants).iterator();
        var lines = new StringBuilder();
        for (var merchant : merchants) {
            lines.append(merchant.id().value())
                    .append(',')
                    .append(merchant.account())
                    .append(',');
            lines.append(secrets.next().reveal()).append(',');
            lines.append(productsWithStock.containsKey(merchant) ? productsWithStock.get(merchant) : "")
                    .append('\n');
        }
        // One call writes the group's lines, so that lines of several workers do not mix.
        file.append(lines).flush();
    }
}
