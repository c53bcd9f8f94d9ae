package stockroom.cli.transfer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.shell.PrivateFile;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// The state of an import or push, saved so that it can resume.
///
/// @param offset position of the first byte not acknowledged
/// @param line the last acknowledged line
public record Checkpoint(Subject subject, long offset, long line, Totals totals, long rejectsLength) {
    private static final JsonMapper JSON = JsonMapper.shared();

    /// Only an import with the same values can be resumed.
    public record Subject(long size, long modified, String format, long merchant, String address, String rejects) {}

    public static Checkpoint begin(Subject subject) {
        return new Checkpoint(subject, 0, 0, Totals.NONE, 0);
    }

    public static Path pathFor(Path file) {
        return file.resolveSibling(file.getFileName() + ".progress");
    }

    public static Optional<Checkpoint> read(Path path, Subject expected) throws IOException {
        return read(path, Checkpoint.class, Checkpoint::subject, expected, Work.IMPORT);
    }

    public enum Work {
        IMPORT("import", "--restart starts over"),
        PUSH("push", "--restart starts over"),
        EXPORT("export", "choose another folder, or delete it to start over");

        private final String noun;
        private final String remedy;

        Work(String noun, String remedy) {
            this.noun = noun;
            this.remedy = remedy;
        }
    }

    /// Reads a checkpoint of any kind, and fails if it belongs to another file.
    public static <N> Optional<N> read(
            Path path, Class<N> type, Function<N, Object> subject, Object expected, Work work) throws IOException {
        if (!Files.exists(path)) {
            return Optional.empty();
        }
        N found;
        try {
            found = JSON.readValue(Files.readAllBytes(path), type);
        } catch (JacksonException e) {
            throw CommandFailure.refused("%s cannot be read; %s", path, work.remedy);
        }
        if (!expected.equals(subject.apply(found))) {
            throw CommandFailure.refused(
                    "%s is of another %s, or the file was changed since; %s\n" + "  found:    %s\n  expected: %s",
                    path,
                    work.noun,
                    work.remedy,
                    JSON.writeValueAsString(subject.apply(found)),
                    JSON.writeValueAsString(expected));
        }
        return Optional.of(found);
    }

    /// Tells whether an interrupted import or push resumes with this rejects file.
    public static boolean claims(Path path, Path rejects) throws IOException {
        if (!Files.exists(path)) {
            return false;
        }
        try {
            var named = JSON.readTree(Files.readAllBytes(path)).path("subject").path("rejects");
            return named.asString("").equals(absolute(rejects));
        } catch (JacksonException e) {
            // a checkpoint that cannot be read cannot be resumed
            return false;
        }
    }

    public static String absolute(Path path) {
        return path.toAbsolutePath().normalize().toString();
    }

    public void write(Path path) throws IOException {
        PrivateFile.replace(path, JSON.writeValueAsBytes(this));
    }
}
