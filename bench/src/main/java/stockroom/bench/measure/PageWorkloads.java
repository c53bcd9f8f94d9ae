package stockroom.bench.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import stockroom.bench.load.RequestKey;
import stockroom.bench.postgres.BareStatement;
import stockroom.bench.server.Installation;

/// Product lists of the one large merchant: first, middle and last page, and the middle of both filters.
final class PageWorkloads {
    private static final int PAGE_SIZE = 20;

    private final Installation installation;
    private final RequestKey key;
    private final List<Workload> workloads = new ArrayList<>();
    private final List<Double> numbers = new ArrayList<>();

    PageWorkloads(Installation installation) {
        this.installation = installation;
        this.key = installation.keys(1).getFirst();
        long last = pages("total");
        add("page-first", "first page of %,d".formatted(last), 1, "product-list", "");
        add("page-last", "last page", last, "product-list", "");
        add("page-middle", "middle page", Math.max(1, last / 2), "product-list", "");
        long with = Math.max(1, pages("with_stock") / 2);
        add("page-with-stock", "middle page with stock", with, "product-list-with-stock", "&stock=true");
        long without = Math.max(1, pages("total - with_stock") / 2);
        add("page-without-stock", "middle page without stock", without, "product-list-without-stock", "&stock=false");
    }

    private long pages(String count) {
        var sum = installation
                .postgres()
                .one(installation.database(), "SELECT sum(%s) FROM product_block".formatted(count));
        return Math.ceilDiv(Long.parseLong(sum), PAGE_SIZE);
    }

    private void add(String name, String title, long page, String sql, String filter) {
        var variables = Map.of("skip", String.valueOf((page - 1) * PAGE_SIZE), "size", String.valueOf(PAGE_SIZE));
        workloads.add(new Workload(
                name,
                title,
                installation,
                () -> {
                    var request = installation.requests().productList(key, "page=" + page + filter);
                    return List.of(request, request, request);
                },
                List.of(BareStatement.ofRandom(sql, List.of(key), variables))));
        numbers.add((double) page);
    }

    List<Workload> workloads() {
        return workloads;
    }

    List<Double> numbers() {
        return numbers;
    }
}
