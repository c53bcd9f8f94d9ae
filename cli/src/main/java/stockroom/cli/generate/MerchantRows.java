package stockroom.cli.generate;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Locale;
import java.util.SplittableRandom;
import stockroom.cli.TokenHash;

/// Writes the rows of one merchant after the other; products come later.
final class MerchantRows {
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Batch batch;
    private final String tokensExpire;

    MerchantRows(Batch batch, String tokensExpire) {
        this.batch = batch;
        this.tokensExpire = tokensExpire;
    }

    /// The ids of a merchant, its account and the account's store.
    record Merchant(long id, long account, long store) {}

    void write(Merchant merchant, SplittableRandom random) {
        var place = Shoes.place(random);
        var name = place + " " + Shoes.trade(random);
        var storeUrl = place.toLowerCase(Locale.ROOT).replace(" ", "") + "-" + merchant.id;
        batch.of(FilledTable.MERCHANT)
                .column(merchant.id)
                .column()
                .put(storeUrl)
                .column()
                .put(name)
                .column(random.nextInt(10) == 0)
                .endRow();
        batch.of(FilledTable.BOUND_STORE)
                .column(merchant.id)
                .column(merchant.store)
                .column()
                .put("tb")
                .column()
                .put("88")
                .put(merchant.store)
                .column()
                .put(name)
                .put(" on tb")
                .endRow();
        batch.of(FilledTable.ACCOUNT)
                .column(merchant.id)
                .column(merchant.account)
                .column()
                .put(storeUrl)
                .put("-owner")
                .column(merchant.store)
                .endRow();
    }

    /// Lets the application act for the merchant's account; answers the token, of which only the hash is kept.
    String writeToken(Merchant merchant, long application) {
        // never from the seed: whoever knows that must not know the tokens
        var random = new byte[16];
        RANDOM.nextBytes(random);
        var token = HexFormat.of().formatHex(random);
        batch.of(FilledTable.ACCESS_TOKEN)
                .column()
                .put("\\\\x")
                .put(TokenHash.of(token))
                .column(application)
                .column(merchant.id)
                .column(merchant.account)
                .column()
                .put(tokensExpire)
                .endRow();
        return token;
    }
}
