package stockroom.cli.push;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import stockroom.cli.shell.PrivateFile;
import stockroom.cli.transfer.Checkpoint;
import tools.jackson.databind.json.JsonMapper;

/// How far a push has come. The same file always makes the same requests, so their number is all it takes to go on.
///
/// @param requests those the server has answered for
/// @param rejectsLength of the rejects file at this point
record PushCheckpoint(Subject subject, int requests, long written, long rejected, long rejectsLength) {
    /// Raised whenever a file is made into other requests than before: a number of requests done means others then.
    static final int PLAN = 2;

    private static final JsonMapper JSON = JsonMapper.shared();

    /// What is pushed where: only the same may be gone on with.
    ///
    /// @param plan how the file is made into requests
    /// @param token the beginning of its hash
    record Subject(int plan, long size, long modified, String address, String appid, String token, String rejects) {}

    static PushCheckpoint begin(Subject subject) {
        return new PushCheckpoint(subject, 0, 0, 0, 0);
    }

    static Optional<PushCheckpoint> read(Path path, Subject expected) throws IOException {
        return Checkpoint.read(path, PushCheckpoint.class, PushCheckpoint::subject, expected, Checkpoint.Work.PUSH);
    }

    void write(Path path) throws IOException {
        PrivateFile.replace(path, JSON.writeValueAsBytes(this));
    }
}
