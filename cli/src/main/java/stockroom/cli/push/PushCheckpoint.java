package stockroom.cli.push;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import stockroom.cli.shell.PrivateFile;
import stockroom.cli.transfer.Checkpoint;
import tools.jackson.databind.json.JsonMapper;

/// The same file always makes the same requests, so their number is enough to resume.
///
/// @param requests number of requests the server has answered
/// @param rejectsLength length of the rejects file at this point
record PushCheckpoint(Subject subject, int requests, long written, long rejected, long rejectsLength) {
    /// Must grow whenever a file is split differently, since stored numbers then mean other requests.
    static final int PLAN = 2;

    private static final JsonMapper JSON = JsonMapper.shared();

    /// Identifies a push; only the same one can be resumed.
    ///
    /// @param plan the version of splitting, [#PLAN]
    /// @param token the beginning of the token's hash
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
