package stockroom.generate;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import stockroom.auth.MerchantId;
import stockroom.catalog.products.BlockStore;
import stockroom.generate.GenerateStore.Product;

/// Makes merchants with all that is theirs. Workers never touch the same merchant, so none waits for another; while one
/// makes rows, the database is busy with another's.
final class Worker {
    private final GenerateStore store;
    private final @Nullable TokensFile tokens;
    private final LongConsumer written;
    private final List<Product> unwritten = new ArrayList<>();

    /// @param written is told of stock entries as they are written
    Worker(GenerateStore store, @Nullable TokensFile tokens, LongConsumer written) {
        this.store = store;
        this.tokens = tokens;
        this.written = written;
    }

    /// Makes one merchant for each share.
    void make(List<Spread.Share> shares) throws IOException {
        var merchants = store.createMerchants(shares);
        var ids = store.drawProductIds(
                        shares.stream().mapToInt(Spread.Share::products).sum())
                .iterator();
        var productWithStock = new HashMap<MerchantId, Integer>();
        for (int i = 0; i < shares.size(); i++) {
            makeProducts(merchants.get(i).id(), shares.get(i), ids, productWithStock);
        }
        write();
        if (tokens != null) {
            tokens.append(merchants, store.createTokens(tokens.application(), merchants), productWithStock);
        }
    }

    private void makeProducts(
            MerchantId merchant, Spread.Share share, Iterator<Integer> ids, Map<MerchantId, Integer> productWithStock) {
        var deal = new StockDeal(share);
        for (int number = 0; number < share.products(); number++) {
            if (number > 0 && number % BlockStore.PRODUCTS_PER_BLOCK == 0) {
                write();
            }
            int id = ids.next();
            int entries = deal.next();
            if (entries > 0) {
                productWithStock.putIfAbsent(merchant, id);
            }
            unwritten.add(new Product(
                    merchant,
                    id,
                    Shoes.product(merchant, id, number, share.random()),
                    Stock.of(id, entries, share.random())));
        }
    }

    private void write() {
        store.write(unwritten);
        written.accept(unwritten.stream().mapToLong(Product::entries).sum());
        unwritten.clear();
    }
}
