package stockroom.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.transfer.Checkpoint.Subject;

class CheckpointTest {
    private static final Subject SUBJECT = new Subject(100, 5, "ndjson", 1, "http://127.0.0.1:9080", "/r.csv");

    @TempDir
    Path folder;

    @Test
    void whatIsWrittenIsReadBackAndOnlyItsOwnerCanReadIt() throws IOException {
        var path = folder.resolve("shoes.ndjson.progress");
        var checkpoint = new Checkpoint(SUBJECT, 50, 7, new Totals(1, 2, 3, 4), 20);
        Checkpoint.begin(SUBJECT).write(path);
        checkpoint.write(path);

        assertThat(Checkpoint.read(path, SUBJECT)).contains(checkpoint);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .isEqualTo("rw-------");
        assertThat(folder).isDirectoryNotContaining(file -> !file.equals(path));
    }

    @Test
    void withoutAFileThereIsNothingToGoOnFrom() throws IOException {
        assertThat(Checkpoint.read(folder.resolve("none"), SUBJECT)).isEmpty();
    }

    @Test
    void anotherImportOrAChangedFileIsNotGoneOnWith() throws IOException {
        var path = folder.resolve("progress");
        Checkpoint.begin(SUBJECT).write(path);

        for (var other : List.of(
                new Subject(101, 5, "ndjson", 1, "http://127.0.0.1:9080", "/r.csv"),
                new Subject(100, 6, "ndjson", 1, "http://127.0.0.1:9080", "/r.csv"),
                new Subject(100, 5, "csv", 1, "http://127.0.0.1:9080", "/r.csv"),
                new Subject(100, 5, "ndjson", 2, "http://127.0.0.1:9080", "/r.csv"),
                new Subject(100, 5, "ndjson", 1, "http://127.0.0.1:9081", "/r.csv"),
                new Subject(100, 5, "ndjson", 1, "http://127.0.0.1:9080", "/q.csv"))) {
            assertThatThrownBy(() -> Checkpoint.read(path, other))
                    .isInstanceOf(CommandFailure.class)
                    .hasMessageContaining("--restart");
        }
    }

    @Test
    void aCheckpointThatCannotBeReadSaysHowToBeginAnew() throws IOException {
        var path = Files.writeString(folder.resolve("progress"), "{\"subj");

        assertThatThrownBy(() -> Checkpoint.read(path, SUBJECT)).hasMessageContaining("--restart");
    }

    @Test
    void rejectsWrittenAfterTheCheckpointAreCutOff() throws IOException {
        var path = folder.resolve("rejects.csv");
        var first = RejectedLinesFile.open(path, 0);
        first.append(List.of(new RejectedLine(2, "price", "value: -1 (expected: >= 0)")));
        long acknowledged = first.length();
        first.append(List.of(new RejectedLine(9, "", "torn")));

        var second = RejectedLinesFile.open(path, acknowledged);
        second.append(List.of(new RejectedLine(9, "title", "says \"no\", twice")));

        assertThat(Files.readString(path)).isEqualTo("""
                line,field,reason
                2,price,value: -1 (expected: >= 0)
                9,title,"says ""no"", twice"
                """);
    }

    @Test
    void aRejectsFileOfAnEarlierImportIsReplacedAndAnyOtherFileIsNot() throws IOException {
        var old = Files.writeString(folder.resolve("old.csv"), "line,field,reason\n1,,x\n");
        var letter = Files.writeString(folder.resolve("letter.txt"), "Dear reader");

        RejectedLinesFile.open(old, 0);

        assertThat(old).doesNotExist();
        assertThatThrownBy(() -> RejectedLinesFile.open(letter, 0)).hasMessageContaining("--rejects");
        assertThat(letter).hasContent("Dear reader");
    }

    @Test
    void aRejectsFileThatLostLinesIsNotGoneOnWith() {
        assertThatThrownBy(() -> RejectedLinesFile.open(folder.resolve("gone.csv"), 40))
                .hasMessageContaining("--restart");
    }
}
