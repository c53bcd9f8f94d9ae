package stockroom.cli.importing;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import stockroom.cli.shell.PrivateFile;
import stockroom.cli.transfer.Checkpoint;
import tools.jackson.databind.json.JsonMapper;

/// How far an import of merchants has come.
///
/// @param run begins the idempotency keys of its requests: sent again, they are answered as before
/// @param lines those that are done, and what became of them
/// @param rejectsLength of the rejects file at this point
/// @param tokensLength of the file of tokens at this point
record MerchantCheckpoint(
        Subject subject, String run, int lines, Totals totals, long rejectsLength, long tokensLength) {
    private static final JsonMapper JSON = JsonMapper.shared();

    /// What is imported where: only the same may be gone on with.
    record Subject(
            long size, long modified, long application, int days, String address, String rejects, String tokens) {}

    /// What was made, and how many lines made nothing.
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
