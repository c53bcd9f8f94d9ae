package stockroom.catalog.ledger;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import stockroom.auth.MerchantId;
import stockroom.database.Database;
import stockroom.database.Notifications;

public final class PushWatchStore {
    private static final String LAST_PUSHES =
            "SELECT merchant_id, last FROM push_counter WHERE merchant_id = ANY (:merchants)";

    private final Database database;

    /// @param database must be the coordinator's, because all nodes listen there
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

    /// Announces an operator's push at commit. These pushes are too rare to delay other commits.
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
