package stockroom.cli.connect;

import picocli.CommandLine.Parameters;

public final class MerchantParameter {
    @Parameters(
            index = "0",
            paramLabel = "MERCHANT",
            completionCandidates = MerchantNames.class,
            description = "The merchant's id or store name.")
    @SuppressWarnings("NullAway.Init")
    private MerchantName name;

    public long id(AdminClient client) {
        return name.id(client);
    }

    public String path(AdminClient client) {
        return "/merchants/" + id(client);
    }

    @Override
    public String toString() {
        return name.text();
    }
}
