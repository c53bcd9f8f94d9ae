package stockroom.cli.connect;

import picocli.CommandLine.Parameters;

/// The first parameter of commands about one merchant.
public final class MerchantParameter {
    @Parameters(
            index = "0",
            paramLabel = "MERCHANT",
            completionCandidates = MerchantNames.class,
            description = "The merchant's id or store name.")
    @SuppressWarnings("NullAway.Init")
    private MerchantName name;

    /// Asks the server, unless it is the id itself.
    public long id(AdminClient client) {
        return name.id(client);
    }

    /// Where the admin interface has the merchant.
    public String path(AdminClient client) {
        return "/merchants/" + id(client);
    }

    @Override
    public String toString() {
        return name.text();
    }
}
