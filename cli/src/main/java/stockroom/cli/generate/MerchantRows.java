package stockroom.cli.generate;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Locale;
import java.util.SplittableRandom;

/// Writes the rows of one merchant after the other; products come later.
final class MerchantRows {
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Chunk chunk;
    private final String tokensExpire;

    MerchantRows(Chunk chunk, String tokensExpire) {
        this.chunk = chunk;
        this.tokensExpire = tokensExpire;
    }

    /// The ids of a merchant, its account and the account's store.
    record Merchant(long id, long account, long store) {}

    void write(Merchant merchant, SplittableRandom random) {
        var place = Shoes.place(random);
        var name = place + " " + Shoes.trade(random);
        var storeUrl = place.toLowerCase(Locale.ROOT).replace(" ", "") + "-" + merchant.id;
        chunk.of(Table.MERCHANT)
                .column(merchant.id)
                .column()
                .put(storeUrl)
                .column()
                .put(name)
                .column(random.nextInt(10) == 0)
                .endRow();
        chunk.of(Table.BOUND_STORE)
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
        chunk.of(Table.ACCOUNT)
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
        chunk.of(Table.ACCESS_TOKEN)
                .column()
                .put("\\\\x")
                .put(HexFormat.of().formatHex(sha256(token)))
                .column(application)
                .column(merchant.id)
                .column(merchant.account)
                .column()
                .put(tokensExpire)
                .endRow();
        return token;
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
