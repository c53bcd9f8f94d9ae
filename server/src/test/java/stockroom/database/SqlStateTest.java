package stockroom.database;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

class SqlStateTest {
    @Test
    void aWorkerLostInATransactionPassesWithTimeAndOtherInternalErrorsDoNot() {
        assertThat(SqlState.understood(failure("XX000", "MarkRemoteTransactionFailed")))
                .isInstanceOfSatisfying(
                        DatabaseFailure.Down.class,
                        failure -> assertThat(failure.isSent()).isFalse());
        assertThat(SqlState.understood(failure("XX000", "cache_lookup_failed")))
                .isInstanceOf(IllegalStateException.class);
    }

    private static PSQLException failure(String code, String routine) {
        return new PSQLException(
                new ServerErrorMessage("SERROR\0VERROR\0C%s\0Mmessage\0R%s\0\0".formatted(code, routine)));
    }
}
