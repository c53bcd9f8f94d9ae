package stockroom.admin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import stockroom.admin.credentials.ApplicationResource;
import stockroom.admin.credentials.ApplicationStore;
import stockroom.admin.credentials.ClosingResource;
import stockroom.admin.credentials.ClosingStore;
import stockroom.admin.credentials.TokenResource;
import stockroom.admin.credentials.TokenStore;
import stockroom.admin.merchants.AccountResource;
import stockroom.admin.merchants.AccountStore;
import stockroom.admin.merchants.DeletionResource;
import stockroom.admin.merchants.DeletionStore;
import stockroom.admin.merchants.LimitResource;
import stockroom.admin.merchants.LimitStore;
import stockroom.admin.merchants.MerchantResource;
import stockroom.admin.merchants.MerchantStore;
import stockroom.admin.operators.AuditedRead;
import stockroom.admin.operators.IdempotentEndpoint;
import stockroom.admin.operators.OperatorDoor;
import stockroom.admin.operators.OperatorEndpoint;
import stockroom.admin.operators.OperatorKeyResource;
import stockroom.admin.operators.OperatorKeyStore;
import stockroom.admin.operators.OperatorRequestStore;
import stockroom.admin.operators.Scope;
import stockroom.admin.people.LinkResource;
import stockroom.admin.people.LinkStore;
import stockroom.admin.people.MembershipStore;
import stockroom.admin.people.PersonDataStore;
import stockroom.admin.people.PersonResource;
import stockroom.admin.people.PersonStore;
import stockroom.admin.people.SessionStore;
import stockroom.admin.products.LedgerResource;
import stockroom.admin.products.ProductResource;
import stockroom.admin.products.UndoStore;
import stockroom.admin.support.PublishResultPageStore;
import stockroom.admin.support.SupportResource;
import stockroom.admin.support.UsageResource;
import stockroom.admin.support.UsageStore;
import stockroom.audit.AuditReadStore;
import stockroom.audit.AuditStore;
import stockroom.auth.BruteForceGuard;
import stockroom.auth.LastUse;
import stockroom.auth.SecretCipher;
import stockroom.catalog.ledger.OperatorLedgerStore;
import stockroom.catalog.products.CataloguePageStore;
import stockroom.catalog.products.CatalogueStore;
import stockroom.catalog.stock.StockPageStore;
import stockroom.database.Database;
import stockroom.http.Answer;
import stockroom.http.Api;
import stockroom.http.Endpoint;
import stockroom.http.FailureListener;
import stockroom.http.Route;
import stockroom.http.docs.DescriptionPages;
import stockroom.http.failure.EmptyData;
import stockroom.limits.AccountLimitsStore;
import stockroom.limits.Limits;
import stockroom.support.DailyUsageStore;
import stockroom.support.FailedCallStore;

/// Lists the paths of the admin API. Tests compare them with `openapi.yaml` beside this class.
public final class AdminInterface {
    private static final String PREFIX = "/admin/v1";

    private final OperatorKeyStore keys;
    private final OperatorRequestStore requests;
    private final LastUse lastUse;
    private final AuditReadStore reads;
    private final List<Route> routes = new ArrayList<>();

    /// `console` is the address at which people sign in, if they can.
    public record Parts(
            SecretCipher cipher, BruteForceGuard guard, LastUse lastUse, InstantSource clock, Optional<URI> console) {}

    public record Rules(Limits limits, List<String> platforms) {}

    public AdminInterface(Database database, Parts parts, Rules rules) {
        var cipher = parts.cipher;
        this.keys = new OperatorKeyStore(database);
        this.requests = new OperatorRequestStore(database, cipher);
        this.lastUse = parts.lastUse;
        this.reads = new AuditReadStore(database, parts.clock);
        var merchantStore = new MerchantStore(database);
        var accountStore = new AccountStore(database);
        var applicationStore = new ApplicationStore(database, cipher);
        var operatorKeys = new OperatorKeyResource(keys);
        var merchants = new MerchantResource(merchantStore);
        var deletions = new DeletionResource(new DeletionStore(database));
        var accounts = new AccountResource(merchantStore, accountStore, rules.platforms);
        var limitStore = new LimitStore(database);
        var ownLimits = new LimitResource(merchantStore, accountStore, limitStore);
        var applications = new ApplicationResource(applicationStore);
        var tokens = new TokenResource(new TokenStore(database), applicationStore, accountStore);
        var closings = new ClosingResource(parts.guard, new ClosingStore(database), applicationStore);
        var productPages = new CataloguePageStore(database);
        var products = new ProductResource(
                merchantStore, new CatalogueStore(database), productPages, new StockPageStore(database));
        var ledger = new LedgerResource(
                merchantStore, productPages, new OperatorLedgerStore(database), new UndoStore(database));
        var usage = new UsageResource(
                merchantStore,
                accountStore,
                new UsageStore(database, new AccountLimitsStore(database, rules.limits), limitStore),
                new DailyUsageStore(database),
                new PublishResultPageStore(database));
        var support = new SupportResource(
                merchantStore, applicationStore, new FailedCallStore(database), new AuditStore(database));

        var personStore = new PersonStore(database);
        var people = new PersonResource(
                personStore, new MembershipStore(database), new SessionStore(database), new PersonDataStore(database));
        var links = new LinkResource(new LinkStore(database), personStore, parts.console);

        open("GET", "/openapi.yaml", description());
        add("GET", "/whoami", operatorKeys::whoami);
        add("GET", "/operator-keys", operatorKeys::list);
        addOnce(Scope.KEYS, "/operator-keys", operatorKeys::create);
        add(Scope.KEYS, "DELETE", "/operator-keys/{key}", operatorKeys::revoke);
        addRead("/merchants", merchants::list);
        addOnce("/merchants", merchants::create);
        addRead("/merchants/{merchant}", merchants::show);
        add("PATCH", "/merchants/{merchant}", merchants::change);
        add("DELETE", "/merchants/{merchant}", deletions::delete);
        addRead("/merchants/{merchant}/contents", deletions::contents);
        addRead("/merchants/{merchant}/accounts", accounts::list);
        addOnce("/merchants/{merchant}/accounts", accounts::create);
        add("PATCH", "/merchants/{merchant}/accounts/{account}", accounts::change);
        addRead("/merchants/{merchant}/accounts/{account}/usage", usage::usage);
        for (var whose : List.of("/merchants/{merchant}", "/merchants/{merchant}/accounts/{account}")) {
            addRead(whose + "/limits", ownLimits::show);
            add("PATCH", whose + "/limits", ownLimits::change);
            add("DELETE", whose + "/limits", ownLimits::clear);
        }
        addRead("/merchants/{merchant}/publish-results", usage::publishResults);
        addRead("/merchants/{merchant}/failed-calls", support::failedCallsOfMerchant);
        addRead("/merchants/{merchant}/products", products::list);
        add("POST", "/merchants/{merchant}/products", products::upsert);
        addRead("/merchants/{merchant}/products/{product}", products::show);
        add("DELETE", "/merchants/{merchant}/products/{product}", products::delete);
        addRead("/merchants/{merchant}/products/{product}/history", ledger::history);
        addRead("/merchants/{merchant}/stock", products::listStock);
        addRead("/merchants/{merchant}/pushes", ledger::list);
        addRead("/merchants/{merchant}/pushes/{push}", ledger::show);
        addOnce("/merchants/{merchant}/pushes/{push}/undo", ledger::undo);
        add("GET", "/applications", applications::list);
        addOnce("/applications", applications::create);
        add("GET", "/applications/{application}", applications::show);
        add("PATCH", "/applications/{application}", applications::change);
        addOnce("/applications/{application}/secrets", applications::addSecret);
        add("DELETE", "/applications/{application}/secrets/{slot}", applications::endSecret);
        add(Scope.SUPPORT, "DELETE", "/applications/{application}/closings/{address}", closings::lift);
        add("GET", "/closings", closings::list);
        addRead("/applications/{application}/failed-calls", support::failedCalls);
        addRead("/failed-calls/{requestId}", support::failedCall);
        addRead("/tokens", tokens::list);
        addOnce("/tokens", tokens::issue);
        addRead("/tokens/{token}", tokens::show);
        add("PATCH", "/tokens/{token}", tokens::renew);
        add(Scope.SUPPORT, "DELETE", "/tokens/{token}", tokens::revoke);
        addRead("/people", people::list);
        addRead("/people/{person}", people::show);
        add(Scope.KEYS, "DELETE", "/people/{person}", people::remove);
        addRead("/people/{person}/sessions", people::listSessions);
        add(Scope.SUPPORT, "DELETE", "/people/{person}/sessions", people::endSessions);
        addOnce(Scope.KEYS, "/people/{person}/links", links::make);
        addRead("/links", links::list);
        add(Scope.SUPPORT, "DELETE", "/links/{link}", links::end);
        addOnce(Scope.KEYS, "/platform/invitations", links::inviteToPlatform);
        addOnce("/merchants/{merchant}/invitations", links::inviteToMerchant);
        addOnce("/applications/{application}/invitations", links::inviteToApplication);
        add(Scope.KEYS, "DELETE", "/platform/people/{person}", people::endAtPlatform);
        add("DELETE", "/merchants/{merchant}/people/{person}", people::endAtMerchant);
        add("DELETE", "/applications/{application}/people/{person}", people::endAtApplication);
        addRead("/daily-usage", usage::days);
        add("GET", "/audit", support::audit);
    }

    public Api api() {
        var all = new ArrayList<>(routes);
        all.addAll(DescriptionPages.ofOperators().routes());
        // the documentation pages describe the merchant API only
        return new Api(
                List.copyOf(all),
                AdminMessage.OPERATOR_PATH_UNKNOWN,
                AdminMessage.OPERATOR_PATH_MISSPELT,
                Optional.empty(),
                FailureListener.NOBODY);
    }

    /// Adds an endpoint that the description leaves out, such as those of the demonstration.
    public void add(String method, String path, OperatorEndpoint endpoint) {
        add(Scope.ofMethod(method), method, path, endpoint);
    }

    private void add(Scope needed, String method, String path, OperatorEndpoint endpoint) {
        open(method, path, new OperatorDoor(keys, lastUse, needed, endpoint));
    }

    /// The audit log notes who reads merchants' data.
    private void addRead(String path, OperatorEndpoint endpoint) {
        add("GET", path, new AuditedRead(reads, endpoint));
    }

    /// Repeating the call with the same Idempotency-Key creates nothing more.
    private void addOnce(String path, OperatorEndpoint endpoint) {
        addOnce(Scope.WRITE, path, endpoint);
    }

    private void addOnce(Scope needed, String path, OperatorEndpoint endpoint) {
        add(needed, "POST", path, new IdempotentEndpoint(requests, endpoint));
    }

    private void open(String method, String path, Endpoint endpoint) {
        routes.add(new Route(method, PREFIX + path, EmptyData.ABSENT, endpoint, Map.of()));
    }

    private static Endpoint description() {
        try (var file = AdminInterface.class.getResourceAsStream("openapi.yaml")) {
            var content = Objects.requireNonNull(file).readAllBytes();
            return _ -> new Answer.Document("application/yaml", content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
