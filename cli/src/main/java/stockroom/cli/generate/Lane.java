package stockroom.cli.generate;

import java.io.IOException;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import stockroom.cli.generate.MerchantRows.Merchant;

/// Makes merchants with all that is theirs and copies them through a connection of its own. Lanes never touch the same
/// merchant, so they never wait for each other; while one makes rows, the database is busy with another's.
final class Lane {
    private static final int PRODUCTS_PER_BLOCK = 1_000;
    private static final long BYTES_PER_COPY = 4 << 20;
    private static final long ENTRIES_PER_COMMIT = 500_000;

    private final GenerateStore store;
    private final Work work;
    private final LongConsumer copied;
    private final Batch batch = new Batch();
    private final MerchantRows merchants;
    private final ProductRows products;
    private final StringBuilder tokens = new StringBuilder();
    private long uncommitted;

    /// @param copied is told of entries as they go
    Lane(GenerateStore store, GenerateStore.Times times, Work work, LongConsumer copied) {
        this.store = store;
        this.work = work;
        this.copied = copied;
        this.merchants = new MerchantRows(batch, times.inAYear());
        this.products = new ProductRows(batch, times.now());
    }

    /// For whom tokens are made, and where they are written.
    record Tokens(long application, TokensFile file) {}

    /// Makes merchants until there are none left.
    void run() throws IOException {
        for (int number = work.next(); number >= 0; number = work.next()) {
            make(work.merchant(), work.share(number));
        }
        copy();
        commit();
    }

    private void make(Merchant merchant, Spread.Share share) throws IOException {
        merchants.write(merchant, share.random());
        var tokensOf = work.tokens();
        var token = tokensOf == null ? null : merchants.writeToken(merchant, tokensOf.application);
        var ids = work.products(share.products());
        var deal = new StockDeal(share);
        long example = 0;
        for (int first = 0; first < share.products(); first += PRODUCTS_PER_BLOCK) {
            int count = Math.min(PRODUCTS_PER_BLOCK, share.products() - first);
            long withStock = makeBlock(merchant.id(), first, count, ids, deal, share);
            example = example == 0 ? withStock : example;
            copyIfFull();
        }
        note(merchant, token, example);
        copyIfFull();
    }

    private void copyIfFull() throws IOException {
        if (batch.bytes() >= BYTES_PER_COPY) {
            copy();
            if (uncommitted >= ENTRIES_PER_COMMIT) {
                commit();
            }
        }
    }

    /// Answers the id of a product with stock, or 0 if there is none.
    private long makeBlock(long merchant, int first, int count, Ids.Taken ids, StockDeal deal, Spread.Share share) {
        long firstId = 0;
        long example = 0;
        int withStock = 0;
        for (int i = 0; i < count; i++) {
            long id = ids.next();
            int entries = deal.next();
            products.write(merchant, id, first + i, entries, share.random());
            firstId = i == 0 ? id : firstId;
            if (entries > 0) {
                withStock++;
                example = id;
            }
        }
        batch.of(FilledTable.PRODUCT_BLOCK)
                .column(merchant)
                .column(firstId)
                .column(count)
                .column(withStock)
                .endRow();
        return example;
    }

    private void note(Merchant merchant, @Nullable String token, long example) {
        if (token != null) {
            tokens.append(merchant.id()).append(',').append(merchant.account()).append(',');
            tokens.append(token).append(',');
            if (example > 0) {
                tokens.append(example);
            }
            tokens.append('\n');
        }
    }

    private void copy() {
        for (var table : FilledTable.values()) {
            var rows = batch.of(table);
            if (rows.length() > 0) {
                store.copy(table, rows);
            }
        }
        uncommitted += batch.entries();
        copied.accept(batch.entries());
        batch.clear();
    }

    private void commit() throws IOException {
        store.commit();
        uncommitted = 0;
        var tokensOf = work.tokens();
        if (tokensOf != null) {
            tokensOf.file.append(tokens);
        }
        tokens.setLength(0);
    }
}
