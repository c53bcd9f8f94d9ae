package stockroom.cli.admin;

import picocli.CommandLine.Option;
import stockroom.cli.connect.AdminOptions;
import tools.jackson.databind.node.ObjectNode;

final class StoreOptions {
    @Option(
            names = "--platform",
            paramLabel = "NAME",
            required = true,
            description = "The outside platform, such as tb.")
    private String platform = "";

    @Option(names = "--shop", paramLabel = "ID", required = true, description = "The shop's id on that platform.")
    private String shop = "";

    @Option(
            names = "--shop-name",
            paramLabel = "TEXT",
            required = true,
            description = "The shop's name on that platform.")
    private String shopName = "";

    ObjectNode body() {
        return AdminOptions.body().put("platform", platform).put("shopId", shop).put("shopName", shopName);
    }
}
