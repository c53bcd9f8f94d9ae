package stockroom.cli.generate;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import stockroom.cli.generate.MerchantRows.Merchant;

/// What is still to be made, shared by all lanes.
final class Work {
    private final Spread spread;
    private final Lane.@Nullable Tokens tokens;
    private final Ids merchantIds;
    private final Ids accountIds;
    private final Ids storeIds;
    private final Ids productIds;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicBoolean stopped = new AtomicBoolean();

    /// @param ids draws the ids of everything, and nothing else
    Work(Spread spread, Lane.@Nullable Tokens tokens, GenerateStore ids) {
        this.spread = spread;
        this.tokens = tokens;
        this.merchantIds = identities(ids, "merchant", "merchant_id", spread.merchants());
        this.accountIds = identities(ids, "account", "account_id", spread.merchants());
        this.storeIds = identities(ids, "bound_store", "store_id", spread.merchants());
        this.productIds = new Ids(count -> draw(ids, GenerateStore.PRODUCT_IDS, count), spread.products());
    }

    private static Ids identities(GenerateStore store, String table, String column, long needed) {
        var sequence = store.sequenceOf(table, column);
        return new Ids(count -> draw(store, sequence, count), needed);
    }

    private static List<Ids.Run> draw(GenerateStore store, String sequence, long count) {
        // all four share one connection
        synchronized (store) {
            return store.draw(sequence, count);
        }
    }

    /// The number of the next merchant to make, or -1 when there is none.
    int next() {
        int number = next.getAndIncrement();
        return stopped.get() || number >= spread.merchants() ? -1 : number;
    }

    /// After a failure: nobody begins another merchant.
    void stop() {
        stopped.set(true);
    }

    Spread.Share share(int number) {
        return spread.of(number);
    }

    Merchant merchant() {
        return new Merchant(
                merchantIds.take(1).next(),
                accountIds.take(1).next(),
                storeIds.take(1).next());
    }

    Ids.Taken products(int count) {
        return productIds.take(count);
    }

    Lane.@Nullable Tokens tokens() {
        return tokens;
    }
}
