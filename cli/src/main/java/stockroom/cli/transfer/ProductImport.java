package stockroom.cli.transfer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import stockroom.cli.CommandFailure;
import stockroom.cli.ExitCode;
import stockroom.cli.connect.AdminClient;
import stockroom.cli.show.Text;

/// Sends a file chunk by chunk: one request at a time, so that products get their ids in the file's order, with the
/// next chunk read meanwhile.
final class ProductImport {
    private final AdminClient client;
    private final ProductSource source;
    private final RejectsFile rejects;
    private final @Nullable Path checkpointFile;
    private final Consumer<Checkpoint> acknowledged;
    private final Consumer<String> waiting;
    private Checkpoint checkpoint;

    /// @param checkpointFile null where there is nothing to go on from: standard input
    /// @param acknowledged told how far it has come
    ProductImport(
            AdminClient client,
            ProductSource source,
            RejectsFile rejects,
            Checkpoint begin,
            @Nullable Path checkpointFile,
            Consumer<Checkpoint> acknowledged,
            Consumer<String> waiting) {
        this.client = client;
        this.source = source;
        this.rejects = rejects;
        this.checkpoint = begin;
        this.checkpointFile = checkpointFile;
        this.acknowledged = acknowledged;
        this.waiting = waiting;
    }

    Totals run() throws IOException {
        var reader = Executors.newSingleThreadExecutor(
                Thread.ofPlatform().daemon().name("reader").factory());
        try {
            var chunk = new Chunk();
            var other = new Chunk();
            var next = read(reader, chunk);
            while (true) {
                chunk = await(next);
                if (!chunk.isLast()) {
                    next = read(reader, other);
                    other = chunk;
                }
                send(chunk);
                if (chunk.isLast()) {
                    return checkpoint.totals();
                }
            }
        } finally {
            // not waited for: a pipe whose writer rests would hold up the message of a refused import
            reader.shutdownNow();
        }
    }

    private Future<Chunk> read(ExecutorService reader, Chunk chunk) {
        return reader.submit(() -> {
            chunk.clear();
            source.fill(chunk);
            return chunk;
        });
    }

    private static Chunk await(Future<Chunk> next) throws IOException {
        try {
            return next.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailure(ExitCode.UNREACHABLE, "interrupted");
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case CommandFailure failure -> throw failure;
                case IOException failure -> throw failure;
                case UncheckedIOException failure -> throw failure;
                case null, default -> throw new IllegalStateException(e.getCause());
            }
        }
    }

    private void send(Chunk chunk) throws IOException {
        var faults = new ArrayList<>(chunk.rejects());
        long created = 0;
        long updated = 0;
        long unchanged = 0;
        if (chunk.count() > 0) {
            var answer = client.postLines(
                            "/merchants/" + checkpoint.subject().merchant() + "/products",
                            chunk.bytes(),
                            chunk.length(),
                            waiting)
                    .json();
            created = answer.path("created").asLong();
            updated = answer.path("updated").asLong();
            unchanged = answer.path("unchanged").asLong();
            for (var reject : answer.path("rejected")) {
                faults.add(new Reject(
                        chunk.fileLine(reject.path("line").asInt()),
                        reject.path("field").asString(""),
                        Text.plain(reject.path("msg").asString(""))));
            }
        }
        faults.sort(Comparator.comparingLong(Reject::line));
        long lines = faults.stream().mapToLong(Reject::line).distinct().count();
        acknowledge(chunk, faults, new Totals(created, updated, unchanged, lines));
    }

    /// The rejects first: what lies behind the length in the checkpoint is cut off when it is gone on with.
    private void acknowledge(Chunk chunk, List<Reject> faults, Totals more) throws IOException {
        rejects.append(faults);
        checkpoint = new Checkpoint(
                checkpoint.subject(),
                chunk.offset(),
                chunk.line(),
                checkpoint.totals().plus(more),
                rejects.length());
        if (checkpointFile != null) {
            checkpoint.write(checkpointFile);
        }
        acknowledged.accept(checkpoint);
    }

    Checkpoint checkpoint() {
        return checkpoint;
    }
}
