package stockroom.cli.importing;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import stockroom.cli.shell.PrivateFile;
import stockroom.cli.transfer.Checkpoint;
import tools.jackson.databind.json.JsonMapper;

/// The state of an import. The run is a prefix of the idempotency keys, so that repeated requests get the same
/// responses.
record MerchantCheckpoint(
        Subject subject, String run, int lines, Totals totals, long rejectsLength, long tokensLength) {
    private static final JsonMapper JSON = JsonMapper.shared();

    /// Only an import with the same values can be resumed.
    record Subject(
            long size, long modified, long application, int days, String address, String rejects, String tokens) {}

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
