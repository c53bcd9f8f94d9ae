package stockroom.generate;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import stockroom.catalog.products.BlockStore;
import stockroom.config.SettingsException;
import stockroom.database.Database;
import tools.jackson.databind.json.JsonMapper;

/// Adds merchants with products and stock to a database, for load tests. What is in it stays.
public final class Generate {
    private static final Logger LOG = LoggerFactory.getLogger(Generate.class);
    private static final Duration BETWEEN_REPORTS = Duration.ofSeconds(10);

    private final GenerateOptions options;
    private final GenerateStore store;
    private final Spread spread;
    private int nextMerchant;
    private boolean stopped;
    private long entriesWritten;
    private long reportedAt = System.nanoTime();

    public Generate(Database database, GenerateOptions options) {
        this.options = options;
        this.store = new GenerateStore(database, options.changesOfEach());
        this.spread = new Spread(options.merchants(), options.products(), options.entries(), options.seed());
    }

    /// What was added, and how fast.
    public record Report(int merchants, int products, long entries, double seconds, long entriesPerSecond) {
        public String json() {
            return JsonMapper.shared().writeValueAsString(this);
        }

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

    public Report run() throws IOException {
        long begun = System.nanoTime();
        try (var tokens = tokensFile()) {
            work(tokens);
        }
        store.analyze();
        double seconds = (System.nanoTime() - begun) / 1e9;
        return new Report(
                options.merchants(),
                options.products(),
                options.entries(),
                seconds,
                Math.round(options.entries() / seconds));
    }

    private @Nullable TokensFile tokensFile() throws IOException {
        if (options.tokens().isEmpty()) {
            return null;
        }
        var tokens = options.tokens().get();
        if (!store.hasApplication(tokens.application())) {
            throw new SettingsException(
                    "--application: %d (expected: an application of this database)".formatted(tokens.application()));
        }
        try {
            return new TokensFile(tokens.application(), tokens.file());
        } catch (FileAlreadyExistsException e) {
            throw new SettingsException("--tokens: %s exists already (expected: a new file)".formatted(tokens.file()));
        }
    }

    private void work(@Nullable TokensFile tokens) throws IOException {
        try (var threads = Executors.newFixedThreadPool(options.connections())) {
            var workers = new ArrayList<Future<?>>();
            for (int i = 0; i < options.connections(); i++) {
                workers.add(threads.submit(() -> workUntilDone(new Worker(store, tokens, this::written))));
            }
            for (var worker : workers) {
                await(worker);
            }
        }
    }

    private @Nullable Void workUntilDone(Worker worker) throws IOException {
        boolean finished = false;
        try {
            for (var group = nextGroup(); !group.isEmpty(); group = nextGroup()) {
                worker.make(group);
            }
            finished = true;
        } finally {
            if (!finished) {
                stop();
            }
        }
        return null;
    }

    /// Merchants that are made together: so many small ones that each COPY has a block of products, or a large one.
    private synchronized List<Spread.Share> nextGroup() {
        var group = new ArrayList<Spread.Share>();
        int products = 0;
        while (!stopped
                && nextMerchant < options.merchants()
                && products < BlockStore.PRODUCTS_PER_BLOCK
                && group.size() < BlockStore.PRODUCTS_PER_BLOCK) {
            var share = spread.of(nextMerchant++);
            products += share.products();
            group.add(share);
        }
        return group;
    }

    private synchronized void stop() {
        stopped = true;
    }

    private synchronized void written(long entries) {
        entriesWritten += entries;
        if (System.nanoTime() - reportedAt >= BETWEEN_REPORTS.toNanos()) {
            reportedAt = System.nanoTime();
            LOG.info("{} of {} stock entries are written", entriesWritten, options.entries());
        }
    }

    private static void await(Future<?> worker) throws IOException {
        try {
            worker.get();
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case RuntimeException cause -> throw cause;
                case IOException cause -> throw cause;
                case null, default -> throw new IllegalStateException(e);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
