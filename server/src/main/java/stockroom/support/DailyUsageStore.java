package stockroom.support;

import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import stockroom.auth.MerchantId;
import stockroom.database.Database;
import stockroom.database.paging.Page;

public final class DailyUsageStore {
    private static final int MONTHS_KEPT = 13;

    /// Adds nothing for accounts that no longer exist.
    private static final String ADD = """
            INSERT INTO daily_usage AS d
                (merchant_id, account_id, day, reads, writes, details, reports, refused)
            SELECT a.merchant_id, a.account_id, :day::date, :reads::bigint, :writes::bigint, :details::bigint,
                   :reports::bigint, :refused::bigint
            FROM account a WHERE a.merchant_id = :merchantId AND a.account_id = :accountId
            ON CONFLICT (merchant_id, account_id, day) DO UPDATE
            SET reads = d.reads + excluded.reads, writes = d.writes + excluded.writes,
                details = d.details + excluded.details, reports = d.reports + excluded.reports,
                refused = d.refused + excluded.refused
            """;

    private static final String FORGET = "DELETE FROM daily_usage WHERE day < ?::date - make_interval(months => ?)";

    private static final String LIST = """
            SELECT merchant_id, account_id, day, reads, writes, details, reports, refused FROM daily_usage
            WHERE (merchant_id, account_id, day) > (:afterMerchant, :afterAccount, date 'epoch' + :afterDay)
                  <merchant> <account>
            ORDER BY merchant_id, account_id, day LIMIT :rows
            """;

    private static final Comparator<DailyUsage> BY_KEY = Comparator.comparingLong(DailyUsage::merchantId)
            .thenComparingLong(DailyUsage::accountId)
            .thenComparing(DailyUsage::day);

    private final Database database;

    public DailyUsageStore(Database database) {
        this.database = database;
    }

    public record DailyUsage(
            LocalDate day,
            long merchantId,
            long accountId,
            long reads,
            long writes,
            long details,
            long reports,
            long refused) {
        DailyUsage plus(DailyUsage more) {
            return new DailyUsage(
                    day,
                    merchantId,
                    accountId,
                    reads + more.reads,
                    writes + more.writes,
                    details + more.details,
                    reports + more.reports,
                    refused + more.refused);
        }
    }

    /// Adds the counts in key order, so that two nodes do not deadlock.
    void add(List<DailyUsage> usages) {
        database.inTransaction("daily usage", handle -> {
            var batch = handle.prepareBatch(ADD);
            usages.stream()
                    .sorted(BY_KEY)
                    .forEach(usage -> batch.bindMethods(usage).add());
            return batch.execute();
        });
    }

    void forgetOld(LocalDate today) {
        database.run("forget daily usage", handle -> handle.execute(FORGET, today, MONTHS_KEPT));
    }

    public Page<DailyUsage> list(Optional<MerchantId> merchant, Optional<Long> account, Page.Wanted wanted) {
        var after = wanted.afterNumbers(3);
        var rows = database.run("daily usages", handle -> {
            var query = handle.createQuery(LIST)
                    .define("merchant", merchant.isPresent() ? "AND merchant_id = :merchant" : "")
                    .define("account", account.isPresent() ? "AND account_id = :account" : "")
                    .bind("afterMerchant", after[0])
                    .bind("afterAccount", after[1])
                    .bind("afterDay", (int) Math.min(after[2], Integer.MAX_VALUE / 2))
                    .bind("rows", wanted.rows());
            merchant.ifPresent(id -> query.bind("merchant", id.value()));
            account.ifPresent(id -> query.bind("account", id));
            return query.mapTo(DailyUsage.class).list();
        });
        return Page.of(rows, wanted, usage -> Page.cursor(usage.merchantId, usage.accountId, usage.day.toEpochDay()));
    }
}
