package stockroom.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import stockroom.admin.credentials.ApplicationStore;
import stockroom.admin.credentials.TokenStore;
import stockroom.admin.merchants.AccountStore;
import stockroom.admin.merchants.AccountStore.BoundStore;
import stockroom.admin.merchants.MerchantStore;
import stockroom.audit.Operator;
import stockroom.auth.SecretCipher;
import stockroom.catalog.products.CatalogueStore;
import stockroom.database.Database;

/// Fills an empty database with three shoe merchants.
public final class Demo {
    private static final Duration TOKEN_LIFETIME = Duration.ofDays(30);
    private static final Operator SERVER = Operator.onTheServer();

    private record Shop(String storeUrl, String storeName, int products, boolean openCatalogue) {}

    private static final List<Shop> SHOPS = List.of(
            new Shop("northgate", "Northgate Shoes", 90, true),
            new Shop("brightsole", "Bright Sole Trading", 70, false),
            new Shop("harbour", "Harbour Footwear", 40, false));

    private final MerchantStore merchants;
    private final AccountStore accounts;
    private final ApplicationStore applications;
    private final TokenStore tokens;
    private final CatalogueStore catalogue;
    private final DemoStockStore stock;
    private final DemoProducts products = new DemoProducts();

    public Demo(Database database, SecretCipher cipher) {
        this.merchants = new MerchantStore(database);
        this.accounts = new AccountStore(database);
        this.tokens = new TokenStore(database);
        this.applications = new ApplicationStore(database, cipher);
        this.catalogue = new CatalogueStore(database);
        this.stock = new DemoStockStore(database);
    }

    /// The components are the fields of `target/demo.json`.
    public record DemoMerchant(
            long merchantId,
            String appid,
            String secret,
            String accesstoken,
            int productWithStock,
            int productWithoutStock,
            String shopId,
            boolean distribution) {}

    /// Does nothing if the database already has merchants.
    public List<DemoMerchant> fill() {
        if (merchants.any()) {
            return List.of();
        }
        var programs =
                List.of(applications.create(SERVER, "Demo ERP"), applications.create(SERVER, "Demo publishing tool"));
        var filled = new ArrayList<DemoMerchant>();
        for (int i = 0; i < SHOPS.size(); i++) {
            filled.add(fill(SHOPS.get(i), i + 1, programs.get(i % programs.size())));
        }
        return filled;
    }

    private DemoMerchant fill(Shop shop, int number, ApplicationStore.NewApplication program) {
        var merchant = merchants
                .create(SERVER, shop.storeUrl, shop.storeName, shop.openCatalogue)
                .id();
        var shopId = "88%04d".formatted(number);
        long account = accounts.create(
                        SERVER,
                        merchant,
                        shop.storeUrl + "-owner",
                        new BoundStore("tb", shopId, shop.storeName + " on tb"))
                .accountId();
        var ids = catalogue.add(SERVER, merchant, products.products(shop.storeUrl, shop.products));
        // Three of four products have stock, and the last one never does.
        for (int i = 0; i < ids.size() - 1; i++) {
            if (i % 4 != 3) {
                var entries = products.stock(ids.get(i));
                stock.create(merchant, account, entries);
                stock.setPicture(
                        merchant,
                        ids.get(i),
                        entries.getFirst().colour(),
                        "https://pictures.example/%s/%d-main.jpg".formatted(shop.storeUrl, ids.get(i)));
            }
        }
        var token = tokens.issue(SERVER, program.appid(), merchant, account, TOKEN_LIFETIME)
                .accesstoken();
        return new DemoMerchant(
                merchant.value(),
                Long.toString(program.appid()),
                program.secret().reveal(),
                token.reveal(),
                ids.getFirst(),
                ids.getLast(),
                shopId,
                shop.openCatalogue);
    }
}
