package stockroom.generate;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import stockroom.auth.MerchantId;
import stockroom.auth.SecretCipher;
import stockroom.config.Secret;
import stockroom.generate.GenerateStore.Merchant;

/// The access tokens that were made, one a line, in a file that only its owner can read.
final class TokensFile implements AutoCloseable {
    private final long application;
    private final BufferedWriter out;

    /// @param application whose tokens they are
    /// @param file must not exist yet
    TokensFile(long application, Path file) throws IOException {
        Files.createFile(file, SecretCipher.OWNER_ONLY);
        this.application = application;
        this.out = Files.newBufferedWriter(file);
        out.write("merchantId,accountId,accesstoken,productId\n");
    }

    long application() {
        return application;
    }

    /// @param productWithStock one of each merchant that has any
    synchronized void append(List<Merchant> merchants, List<Secret> tokens, Map<MerchantId, Integer> productWithStock)
            throws IOException {
        for (int i = 0; i < merchants.size(); i++) {
            var merchant = merchants.get(i);
            var product = productWithStock.get(merchant.id());
            out.write("%d,%d,%s,%s\n"
                    .formatted(
                            merchant.id().value(),
                            merchant.account(),
                            tokens.get(i).reveal(),
                            product == null ? "" : product));
        }
        out.flush();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
