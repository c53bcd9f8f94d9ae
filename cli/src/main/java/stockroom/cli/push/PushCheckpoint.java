package stockroom.cli.push;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import stockroom.cli.shell.PrivateFile;
import stockroom.cli.transfer.Checkpoint;
import tools.jackson.databind.json.JsonMapper;

/// The number of finished requests is enough to resume, because the same file always gives the same requests.
record PushCheckpoint(Subject subject, int requests, long written, long rejected, long rejectsLength) {
    /// Must be increased whenever a file is split differently, because stored numbers then refer to other
    /// requests.
    static final int PLAN = 2;

    private static final JsonMapper JSON = JsonMapper.shared();

    /// Only a push with the same values can be resumed. The token is the beginning of its hash.
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
