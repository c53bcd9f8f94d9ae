package stockroom.cli.connect;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Parameters;

public final class MerchantFilter {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "MERCHANT",
            completionCandidates = MerchantNames.class,
            description = "Only items of this merchant: its id or store name.")
    private @Nullable MerchantName name;

    /// Returns null for all merchants. Asks the server unless the text is an id.
    public @Nullable Long id(AdminClient client) {
        return name == null ? null : (Long) name.id(client);
    }
}
