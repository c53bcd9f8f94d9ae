package stockroom.cli.importing;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import stockroom.cli.shell.PrivateFile;
import stockroom.cli.transfer.Checkpoint;
import tools.jackson.databind.json.JsonMapper;

/// @param run prefix of the requests' idempotency keys: requests sent again get the same answers
/// @param lines number of finished lines
/// @param rejectsLength length of the rejects file at this point
/// @param tokensLength length of the file of tokens at this point
record MerchantCheckpoint(
        Subject subject, String run, int lines, Totals totals, long rejectsLength, long tokensLength) {
    private static final JsonMapper JSON = JsonMapper.shared();

    /// Identifies an import; only the same one can be resumed.
    record Subject(
            long size, long modified, long application, int days, String address, String rejects, String tokens) {}

    /// Counts what was created, the lines that changed nothing, and those that were rejected.
    record Totals(long merchants, long accounts, long tokens, long unchanged, long rejected) {
        Totals plus(Totals more) {
            return new Totals(
                    merchants + more.merchants,
                    accounts + more.accounts,
                    tokens + more.tokens,
                    unchanged + more.unchanged,
                    rejected + more.rejected);
        }
    }

    static MerchantCheckpoint begin(Subject subject) {
        return new MerchantCheckpoint(subject, UUID.randomUUID().toString(), 0, new Totals(0, 0, 0, 0, 0), 0, 0);
    }

    static Optional<MerchantCheckpoint> read(Path path, Subject expected) throws IOException {
        return Checkpoint.read(
                path, MerchantCheckpoint.class, MerchantCheckpoint::subject, expected, Checkpoint.Work.IMPORT);
    }

    void write(Path path) throws IOException {
        PrivateFile.replace(path, JSON.writeValueAsBytes(this));
    }
}
