package stockroom.admin.products;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import stockroom.catalog.products.NewProduct;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Failure;
import stockroom.http.failure.Violation;
import stockroom.http.failure.Violations;

/// Reads products, one per line, in batches: while the database takes a batch, the next ones are parsed. An
/// invalid line is recorded, and the rest are read on.
public final class ProductReader implements Iterable<List<NewProduct>>, AutoCloseable {
    private static final int MAX_LINES = 10_000;
    private static final int LINES_PER_BATCH = 500;
    private static final int MAX_VIOLATIONS = 10;

    /// One thread leaves processors for the threads that use the database.
    private final ExecutorService reader =
            Executors.newSingleThreadExecutor(Thread.ofVirtual().factory());

    private final List<Future<Batch>> batches = new ArrayList<>();

    /// `field` is empty if the whole line is meant.
    record Reject(int line, String field, String msg) {
        static Reject of(int line, Violation violation) {
            return new Reject(line, Excerpt.of(violation.at().orElse("")), violation.text(Locale.ENGLISH));
        }
    }

    record Batch(List<NewProduct> products, List<Reject> rejects) {}

    private ProductReader() {}

    static ProductReader start(byte[] body) {
        var lines = lineEnds(body);
        if (lines.size() > MAX_LINES) {
            throw Failure.badRequest(ProductMessage.LINES_TOO_MANY, MAX_LINES);
        }
        var products = new ProductReader();
        for (int from = 0; from < lines.size(); from += LINES_PER_BATCH) {
            int first = from;
            int end = Math.min(from + LINES_PER_BATCH, lines.size());
            products.batches.add(products.reader.submit(() -> read(body, lines, first, end)));
        }
        return products;
    }

    @Override
    public Iterator<List<NewProduct>> iterator() {
        return batches.stream().map(batch -> read(batch).products).iterator();
    }

    private static Batch read(Future<Batch> batch) {
        try {
            return batch.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure.Overloaded();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    List<Reject> rejects() {
        return batches.stream().flatMap(batch -> read(batch).rejects.stream()).toList();
    }

    @Override
    public void close() {
        // after a failure, the batches not yet read are not needed
        reader.shutdownNow();
    }

    private static List<Integer> lineEnds(byte[] body) {
        var ends = new ArrayList<Integer>();
        for (int i = 0; i < body.length; i++) {
            if (body[i] == '\n' || i == body.length - 1) {
                ends.add(body[i] == '\n' ? i : i + 1);
            }
        }
        return ends;
    }

    private static Batch read(byte[] body, List<Integer> ends, int first, int end) {
        var batch = new Batch(new ArrayList<>(), new ArrayList<>());
        for (int line = first; line < end; line++) {
            int from = line == 0 ? 0 : ends.get(line - 1) + 1;
            int length = ends.get(line) - from;
            if (!isBlank(body, from, length)) {
                readLine(line + 1, ByteBuffer.wrap(body, from, length), batch);
            }
        }
        return batch;
    }

    private static void readLine(int number, ByteBuffer line, Batch batch) {
        var violations = new Violations(MAX_VIOLATIONS);
        try {
            ProductLine.read(line, violations).ifPresent(batch.products::add);
            violations.all().forEach(violation -> batch.rejects.add(Reject.of(number, violation)));
        } catch (Failure.BadRequest e) {
            // the line is not JSON, so violations found before that do not matter
            e.violations().forEach(violation -> batch.rejects.add(Reject.of(number, violation)));
        }
    }

    private static boolean isBlank(byte[] body, int from, int length) {
        for (int i = from; i < from + length; i++) {
            if (body[i] > ' ' || body[i] < 0) {
                return false;
            }
        }
        return true;
    }
}
