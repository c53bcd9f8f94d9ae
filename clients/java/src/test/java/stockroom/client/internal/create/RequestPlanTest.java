package stockroom.client.internal.create;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import stockroom.client.model.StockEntry;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RequestPlanTest {
    private static List<JsonNode> requests(RequestPlan plan) {
        return plan.requests().stream()
                .map(request -> JsonMapper.shared().readTree(request.json()))
                .toList();
    }

    private static JsonNode only(StockEntry... entries) {
        var requests = requests(RequestPlan.of(List.of(entries)));
        assertThat(requests).hasSize(1);
        return requests.getFirst();
    }

    @Test
    void sizesThatFollowEachOtherWithTheSameStockBecomeARange() {
        var request = only(
                new StockEntry(7, "red", 38, 5),
                new StockEntry(7, "red", 36, 5),
                new StockEntry(7, "red", 37, 5),
                new StockEntry(7, "red", 39, 4),
                new StockEntry(7, "red", 41, 4));

        assertThat(request).hasToString("""
                [{"pid":7,"color":"red","param":[{"size":"36-38","stock":5},{"size":"39","stock":4},\
                {"size":"41","stock":4}]}]""");
    }

    @Test
    void anotherBarcodeIsAnotherItemAndABlankOneIsNone() {
        var request = only(
                new StockEntry(7, "red", 36, 5, "a"),
                new StockEntry(7, "red", 37, 5, " a "),
                new StockEntry(7, "red", 38, 5, "b"),
                new StockEntry(7, "red", 39, 5, " "),
                new StockEntry(7, "red", 40, 5));

        assertThat(request.path(0).path("param")).hasToString("""
                [{"size":"36-37","stock":5,"barCode":"a"},{"size":"38","stock":5,"barCode":"b"},\
                {"size":"39-40","stock":5}]""");
    }

    @Test
    void whatDependsOnTheStockThereIsStandsAlone() {
        var request = only(
                new StockEntry(7, "red", 36, 5).expecting(4),
                new StockEntry(7, "red", 37, 5).expecting(4),
                new StockEntry(7, "red", 38, 5).expectingNone(),
                StockEntry.change(7, "red", 39, -2),
                StockEntry.change(7, "red", 40, -2),
                new StockEntry(7, "red", 41, 5).clearingBarCode(),
                new StockEntry(7, "red", 42, 5).clearingBarCode(),
                new StockEntry(7, "red", 43, 5));

        assertThat(request.path(0).path("param")).hasToString("""
                [{"size":"36","stock":5,"expected":4},{"size":"37","stock":5,"expected":4},\
                {"size":"38","stock":5,"expected":-1},{"size":"39","delta":-2},{"size":"40","delta":-2},\
                {"size":"41-42","stock":5,"clearBarCode":true},{"size":"43","stock":5}]""");
    }

    @Test
    void colorsInWhichSomethingIsSoldOutAreSentFirstAndWhole() {
        List<StockEntry> entries = new ArrayList<>();
        for (int pid = 1; pid <= 301; pid++) {
            entries.add(new StockEntry(pid, "red", 38, 5));
            entries.add(new StockEntry(pid, "red", 39, pid >= 300 ? 0 : 5));
        }
        entries.add(StockEntry.change(302, "red", 38, -5));

        var requests = requests(RequestPlan.of(entries));

        assertThat(requests).extracting(JsonNode::size).containsExactly(300, 2);
        assertThat(requests.get(0)
                        .valueStream()
                        .limit(3)
                        .map(group -> group.path("pid").asInt()))
                .containsExactly(300, 301, 1);
        assertThat(requests.get(0).path(0).path("param").size()).isEqualTo(2);
        assertThat(requests.get(1).valueStream().map(group -> group.path("pid").asInt()))
                .containsExactly(299, 302);
    }

    @Test
    void aRangeHasAtMost50Sizes() {
        var entries = IntStream.rangeClosed(1, 120)
                .mapToObj(size -> new StockEntry(7, "red", size, 1))
                .toList();

        assertThat(requests(RequestPlan.of(entries)).getFirst().path(0).path("param"))
                .extracting(item -> item.path("size").asString())
                .containsExactly("1-50", "51-100", "101-120");
    }

    @Test
    void colorsOfOneProductStandTogetherAndARequestHasAtMost300() {
        List<StockEntry> entries = new ArrayList<>();
        for (int color = 0; color < 4; color++) {
            for (int pid = 1; pid <= 151; pid++) {
                entries.add(new StockEntry(pid, "colour " + color, 38, 1));
            }
        }

        var requests = requests(RequestPlan.of(entries));

        assertThat(requests).extracting(JsonNode::size).containsExactly(300, 300, 4);
        assertThat(requests.get(0)
                        .valueStream()
                        .limit(8)
                        .map(group -> group.path("pid").asInt()))
                .containsExactly(1, 1, 1, 1, 2, 2, 2, 2);
    }

    @Test
    void aRequestHasAtMost15000Entries() {
        List<StockEntry> entries = new ArrayList<>();
        for (int pid = 1; pid <= 31; pid++) {
            for (int size = 1; size <= 500; size++) {
                entries.add(new StockEntry(pid, "red", size, 1));
            }
        }

        assertThat(requests(RequestPlan.of(entries))).extracting(JsonNode::size).containsExactly(30, 1);
    }

    @Test
    void aRequestIsSmallerThan4MiB() {
        List<StockEntry> entries = new ArrayList<>();
        for (int pid = 1; pid <= 300; pid++) {
            for (int size = 1; size <= 50; size++) {
                entries.add(new StockEntry(pid, "鞋".repeat(64), size, size, size + "👟".repeat(60)));
            }
        }
        var plan = RequestPlan.of(entries);

        assertThat(plan.requests()).hasSize(2);
        assertThat(plan.requests())
                .allMatch(request -> request.json().getBytes(StandardCharsets.UTF_8).length < 4 << 20);
    }

    @Test
    void whateverIsPlannedStandsForTheSameEntriesAgain() {
        var random = new Random(5);
        for (int round = 0; round < 50; round++) {
            var wanted = new HashMap<String, String>();
            List<StockEntry> entries = new ArrayList<>();
            for (int i = 0; i < 2_000; i++) {
                var entry = new StockEntry(
                        1 + random.nextInt(20),
                        "c" + random.nextInt(20),
                        1 + random.nextInt(60),
                        random.nextInt(3),
                        random.nextInt(4) == 0 ? "b" + random.nextInt(2) : null);
                var key = entry.pid() + " " + entry.color() + " " + entry.size();
                if (wanted.putIfAbsent(key, entry.stock() + " " + entry.barCode()) == null) {
                    entries.add(entry);
                }
            }

            assertThat(expanded(requests(RequestPlan.of(entries)))).isEqualTo(wanted);
        }
    }

    private static Map<String, String> expanded(List<JsonNode> requests) {
        var found = new HashMap<String, String>();
        for (var request : requests) {
            for (var group : request) {
                for (var item : group.path("param")) {
                    var ends = item.path("size").asString().split("-", -1);
                    for (int size = Integer.parseInt(ends[0]);
                            size <= Integer.parseInt(ends[ends.length - 1]);
                            size++) {
                        var before = found.put(
                                group.path("pid").asInt() + " "
                                        + group.path("color").asString() + " " + size,
                                item.path("stock").asInt() + " "
                                        + item.path("barCode").asString("null"));
                        assertThat(before).isNull();
                    }
                }
            }
        }
        return found;
    }
}
