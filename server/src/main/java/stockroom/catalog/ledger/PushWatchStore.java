package stockroom.catalog.ledger;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import stockroom.auth.MerchantId;
import stockroom.database.Database;
import stockroom.database.Notifications;

/// How far merchants' pushes have come, for many merchants at once.
public final class PushWatchStore {
    private static final String LAST_PUSHES =
            "SELECT merchant_id, last FROM push_counter WHERE merchant_id = ANY (:merchants)";

    private final Database database;

    /// @param database the coordinator's: it is the one that all nodes listen to
    PushWatchStore(Database database) {
        this.database = database;
    }

    Map<MerchantId, Long> lastPushes(List<MerchantId> merchants) {
        return database.run("last pushes", handle -> {
            var query = handle.createQuery(LAST_PUSHES)
                    .bindArray(
                            "merchants",
                            Long.class,
                            merchants.stream().map(MerchantId::value).toList());
            return query.map((row, _) -> Map.entry(new MerchantId(row.getLong("merchant_id")), row.getLong("last")))
                    .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        });
    }

    /// Tells every node of an operator's push, once the transaction is committed. Operators are few: their
    /// notifications hold up nobody's commit.
    public static void tell(Handle handle, MerchantId merchant, long push) {
        Notifications.send(handle, PushWatch.CHANNEL, merchant.value() + ":" + push);
    }

    void tell(String pushes) {
        database.run("tell of pushes", handle -> {
            Notifications.send(handle, PushWatch.CHANNEL, pushes);
            return null;
        });
    }
}
