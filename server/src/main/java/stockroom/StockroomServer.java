package stockroom;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.URI;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import stockroom.admin.AdminInterface;
import stockroom.admin.credentials.ExpiringTokens;
import stockroom.auth.Authentication;
import stockroom.auth.BruteForceGuard;
import stockroom.auth.CredentialCache;
import stockroom.auth.LastUse;
import stockroom.auth.SecretCipher;
import stockroom.catalog.ledger.LedgerMaintenance;
import stockroom.catalog.ledger.PushTeller;
import stockroom.catalog.ledger.PushWatch;
import stockroom.commands.Databases;
import stockroom.config.Settings;
import stockroom.database.Database;
import stockroom.database.DatabaseAddress;
import stockroom.database.Notifications;
import stockroom.database.clock.ClockWatch;
import stockroom.demo.DemoReset;
import stockroom.demo.DemoStateStore;
import stockroom.http.Api;
import stockroom.http.Listeners;
import stockroom.http.Version;
import stockroom.http.bounds.Networks;
import stockroom.http.docs.DescriptionPages;
import stockroom.limits.Limits;
import stockroom.limits.ReadRate;
import stockroom.limits.RefusalCache;
import stockroom.limits.RefusalCounter;
import stockroom.people.PeopleInterface;
import stockroom.people.PeopleRules;
import stockroom.people.PeopleStores;
import stockroom.retention.MerchantDeletion;
import stockroom.retention.Retention;
import stockroom.support.FailedCalls;
import stockroom.support.UsageRecorder;

public final class StockroomServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StockroomServer.class);

    private final PrometheusMeterRegistry metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final RefusalCache refusals = new RefusalCache();
    /// close() closes these, the last one opened first.
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final SecretCipher cipher;
    private final Database database;
    private final LastUse lastUse;
    private final PushWatch pushes;
    private final DescriptionPages pages;
    private final Listeners listeners;

    public StockroomServer(Settings settings, InstantSource clock) {
        this(settings, clock, false);
    }

    /// `resettable` lets operators reset the database to the state that [DemoStateStore] keeps.
    StockroomServer(Settings settings, InstantSource clock, boolean resettable) {
        opened.push(metrics::close);
        var telemetry = opened(new Tracing(settings.telemetry())).telemetry();
        this.cipher = new SecretCipher(settings.requireAll().auth().keysetFile().orElseThrow());
        LOG.atInfo()
                .addKeyValue("version", Version.number())
                .addKeyValue("java", Runtime.version().toString())
                .log("starting");
        var ports = new ListenerSettings(settings);
        ports.requireFree();
        var databases = new Databases(settings.database());
        databases.prepareToServe();
        this.database = opened(databases.openToServe(metrics, telemetry));
        opened(new DatabaseNodeStore(databases.address(), database, metrics));
        // a separate pool, so that background writes never take a connection from a caller
        var background = opened(databases.open("background", 1, metrics, telemetry));
        var clocks = opened(new ClockWatch(background, clock, ClockWatch.EVERY, metrics));
        this.lastUse = opened(new LastUse(background, clock));
        var usage =
                opened(new UsageRecorder(background, clock, settings.limits().dayZone()));
        var credentials = new CredentialCache(database, cipher, settings.auth().cacheTime());
        var guard = guard(settings.auth(), clock);
        var authentication =
                new Authentication(credentials, guard, clock, settings.auth().clockWindow(), lastUse);
        var teller = opened(new PushTeller(database, metrics));
        this.pushes = opened(new PushWatch(
                database,
                settings.capacity().waitingPerAccount(),
                settings.capacity().waitingPerApplication(),
                metrics));
        opened(new LedgerMaintenance(database, settings.retention().ledgerMonths(), metrics));
        listen(databases.address(), authentication, credentials)
                .awaitConnected(settings.database().waitTime());
        var readiness = opened(new ReadinessStore(database, databases.address(), cipher));
        readiness.log(settings.database().connectTimeout());
        ProcessMetrics.register(metrics);
        var retention = settings.retention();
        var failedCalls = opened(new FailedCalls(background, retention.failedCallDays(), clock, metrics));
        opened(new Retention(background, retention.fetchedProductDays()).start());
        opened(new MerchantDeletion(background).start());
        opened(new ExpiringTokens(background, metrics));
        var limits =
                new Limits(settings.limits().publishGrace(), settings.limits().dayZone());
        var rules = new AdminInterface.Rules(limits, settings.limits().platforms());
        var admin = new AdminInterface(
                database,
                new AdminInterface.Parts(
                        cipher, guard, lastUse, clock, settings.console().url()),
                rules);
        if (resettable) {
            admin.add("POST", "/demo/reset", new DemoReset(new DemoStateStore(database), () -> {
                authentication.forgetAll();
                refusals.clear();
            }));
        }
        this.pages =
                new DescriptionPages(settings.http().docsPage(), settings.http().docsAddress());
        var merchants = new MerchantInterface(
                database,
                new MerchantInterface.Parts(authentication, usage, refusals, teller, pushes, clocks),
                new MerchantInterface.Rules(
                        limits,
                        new ReadRate(settings.limits().readsPerSecond()),
                        settings.limits().platforms(),
                        settings.database().waitTime()));
        var api = merchants.api(pages, settings.http().docsAddress(), new RefusalCounter(metrics, failedCalls));
        var people = settings.console().url().map(console -> people(settings.console(), console, clock));
        var served = new Listeners.Served(api, admin.api(), people, readiness::whyNotReady, metrics::scrape);
        this.listeners = ports.listeners(served, metrics, telemetry);
    }

    private <T extends AutoCloseable> T opened(T part) {
        opened.push(part);
        return part;
    }

    private Api people(Settings.Console settings, URI console, InstantSource clock) {
        var rules = new PeopleRules(console, new Networks(settings.operatorsFrom()));
        return opened(new PeopleInterface(PeopleStores.of(database, cipher), rules, clock, metrics))
                .api();
    }

    private BruteForceGuard guard(Settings.Auth settings, InstantSource clock) {
        var guard = new BruteForceGuard(settings.failuresPerMinute(), clock);
        Gauge.builder("stockroom.closings", guard, BruteForceGuard::count)
                .description("pairs of address and application that this node refuses after too many wrong credentials")
                .register(metrics);
        return guard;
    }

    private Notifications listen(DatabaseAddress address, Authentication authentication, CredentialCache credentials) {
        var notifications = opened(new Notifications(
                address,
                Map.of(
                        CredentialCache.CHANNEL,
                        what -> {
                            authentication.changed(what);
                            if (what.startsWith("limits ")) {
                                refusals.clear();
                            }
                            pushes.credentialChanged(what);
                        },
                        PushWatch.CHANNEL,
                        pushes::heard),
                () -> {
                    credentials.onConnected();
                    pushes.onConnected();
                },
                () -> {
                    credentials.onDisconnected();
                    pushes.onDisconnected();
                    // the other connections may have lost the database too
                    database.reconnect();
                }));
        Gauge.builder("stockroom.notifications.heard", notifications, heard -> heard.isConnected() ? 1 : 0)
                .description(
                        "1 while this node receives other nodes' notifications; otherwise it caches no credentials")
                .register(metrics);
        return notifications;
    }

    public StockroomServer start() {
        listeners.start();
        return this;
    }

    public int port() {
        return listeners.port();
    }

    public int adminPort() {
        return listeners.adminPort();
    }

    /// Returns 0 if nobody signs in with a browser.
    public int peoplePort() {
        return listeners.peoplePort();
    }

    public int healthPort() {
        return listeners.healthPort();
    }

    public Database database() {
        return database;
    }

    public SecretCipher cipher() {
        return cipher;
    }

    public LastUse lastUse() {
        return lastUse;
    }

    DescriptionPages pages() {
        return pages;
    }

    @Override
    public void close() {
        listeners.stop(pushes::endWaits);
        for (var part : opened) {
            try {
                part.close();
            } catch (Exception e) {
                LOG.error("did not stop cleanly", e);
            }
        }
    }
}
