package stockroom.database;

import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;

/// The pool would end a connection on which a plan was stale, and with it the second try.
final class StalePlans implements SQLExceptionOverride {
    @java.lang.Override
    public SQLExceptionOverride.Override adjudicate(SQLException failure) {
        return SqlState.of(failure).isPlanUnusable()
                ? SQLExceptionOverride.Override.DO_NOT_EVICT
                : SQLExceptionOverride.Override.CONTINUE_EVICT;
    }
}
