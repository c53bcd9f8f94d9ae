package stockroom.cli.connect;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Parameters;

/// The first parameter of commands that are about one merchant or all.
public final class MerchantFilter {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "MERCHANT",
            completionCandidates = MerchantNames.class,
            description = "Only what belongs to this merchant: its id or store name.")
    private @Nullable MerchantName name;

    /// Asks the server, unless it is the id itself; null for all merchants.
    public @Nullable Long id(AdminClient client) {
        return name == null ? null : (Long) name.id(client);
    }
}
