package stockroom.cli.importing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import stockroom.cli.connect.AdminClient;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.show.Text;
import stockroom.cli.transfer.Checkpoint;
import stockroom.cli.transfer.RejectedLine;
import stockroom.cli.transfer.RejectedLinesFile;
import stockroom.cli.transfer.Totals;

/// Sends one request at a time, so that products get ids in the file's order. The next chunk is read meanwhile.
final class ProductImport {
    private final AdminClient client;
    private final ProductSource source;
    private final RejectedLinesFile rejects;
    private final @Nullable Path checkpointFile;
    private final Consumer<Checkpoint> acknowledged;
    private final Consumer<String> waiting;
    private volatile Checkpoint checkpoint;

    /// @param checkpointFile null for standard input, which cannot be resumed
    record Files(
            ProductSource source,
            RejectedLinesFile rejects,
            Checkpoint begin,
            @Nullable Path checkpointFile) {}

    ProductImport(AdminClient client, Files files, Consumer<Checkpoint> acknowledged, Consumer<String> waiting) {
        this.client = client;
        this.source = files.source;
        this.rejects = files.rejects;
        this.checkpoint = files.begin;
        this.checkpointFile = files.checkpointFile;
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
                if (!chunk.end().isLast()) {
                    next = read(reader, other);
                    other = chunk;
                }
                send(chunk);
                if (chunk.end().isLast()) {
                    return checkpoint.totals();
                }
            }
        } finally {
            // does not wait, because a pipe whose writer pauses would delay the message
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
            throw CommandFailure.interrupted();
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
        var rejected = new ArrayList<>(chunk.rejects());
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
                rejected.add(new RejectedLine(
                        chunk.fileLine(reject.path("line").asInt()),
                        reject.path("field").asString(""),
                        Text.plain(reject.path("msg").asString(""))));
            }
        }
        rejected.sort(RejectedLine.BY_LINE);
        long lines = rejected.stream().mapToLong(RejectedLine::line).distinct().count();
        acknowledge(chunk, rejected, new Totals(created, updated, unchanged, lines));
    }

    /// Writes the rejects first: a resumed import truncates them to the length in the checkpoint.
    private void acknowledge(Chunk chunk, List<RejectedLine> rejected, Totals more) throws IOException {
        rejects.append(rejected);
        checkpoint = new Checkpoint(
                checkpoint.subject(),
                chunk.end().offset(),
                chunk.end().line(),
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
