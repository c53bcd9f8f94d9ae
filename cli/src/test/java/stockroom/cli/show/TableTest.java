package stockroom.cli.show;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class TableTest {
    private static final List<Column> COLUMNS = List.of(
            Column.number("ID", "id"),
            Column.text("NAME", "name"),
            Column.word("OPEN", "open"),
            Column.time("CREATED", "createdAt"));

    private static final Instant NOW = Instant.parse("2026-11-18T03:22:00Z");

    private static JsonNode row(int id, String name) {
        return JsonMapper.shared()
                .createObjectNode()
                .put("id", id)
                .put("name", name)
                .put("open", id % 2 == 0)
                .put("createdAt", "2026-11-15T03:21:59.123456Z");
    }

    private static List<String> printed(boolean colour, List<List<JsonNode>> pages) {
        return printed(colour, OptionalInt.empty(), pages);
    }

    private static List<String> printed(boolean colour, OptionalInt columns, List<List<JsonNode>> pages) {
        var bytes = new ByteArrayOutputStream();
        var out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        var table = new Table(new Screen(out, colour, columns, NOW), COLUMNS, false);
        pages.forEach(table::print);
        table.end();
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void columnsStandUnderTheirHeadersNumbersToTheRight() {
        assertThat(printed(false, List.of(List.of(row(7, "Northgate"), row(1200, "Al")))))
                .containsExactly(
                        "  ID  NAME       OPEN  CREATED",
                        "   7  Northgate  no    2026-11-15 03:21:59 UTC",
                        "1200  Al         yes   2026-11-15 03:21:59 UTC");
    }

    @Test
    void chineseCharactersTakeTwoColumns() {
        assertThat(printed(false, List.of(List.of(row(1, "北门鞋业"), row(2, "Northgate")))))
                .containsExactly(
                        "ID  NAME       OPEN  CREATED",
                        " 1  北门鞋业   no    2026-11-15 03:21:59 UTC",
                        " 2  Northgate  yes   2026-11-15 03:21:59 UTC");
        assertThat(Text.width("北门鞋业")).isEqualTo(8);
        assertThat(Text.width("é")).isEqualTo(1);
        assertThat(Text.width("ｗｉｄｅ")).isEqualTo(8);
        assertThat(Text.width("👟")).isEqualTo(2);
    }

    @Test
    void longTextsAreCutSoThatTheTableFitsATerminal() {
        var rows = List.of(List.of(row(1, "鞋".repeat(200)), row(2, "x".repeat(200))));
        var lines = printed(false, OptionalInt.of(100), rows);

        assertThat(lines).allMatch(line -> Text.width(line) <= 100);
        assertThat(lines.get(1)).contains("鞋…").endsWith("3 d ago");
        assertThat(lines.get(2)).contains("x…").endsWith("3 d ago");
        assertThat(printed(false, rows)).noneMatch(line -> line.contains("…"));
    }

    @Test
    void timesAreAgesWhereATerminalIsNarrow() {
        var rows = List.of(List.of(row(1, "Northgate")));

        assertThat(printed(false, OptionalInt.of(80), rows))
                .containsExactly("ID  NAME       OPEN  CREATED", " 1  Northgate  no    3 d ago");
        assertThat(printed(false, OptionalInt.of(200), rows).get(1)).endsWith("2026-11-15 03:21:59 UTC");
        assertThat(printed(false, rows).get(1)).endsWith("2026-11-15 03:21:59 UTC");
    }

    @Test
    void anAgeIsInTheLargestUnitThatFitsAndSaysWhatIsToCome() {
        var node = JsonMapper.shared().createObjectNode();
        for (var expected : List.of(
                "2026-11-18T03:21:41Z=19 s ago",
                "2026-11-18T03:07:59Z=14 min ago",
                "2026-11-16T05:00:00Z=46 h ago",
                "2026-11-16T03:00:00Z=2 d ago",
                "2027-02-16T03:21:59Z=in 89 d",
                "soon=soon")) {
            var pair = expected.split("=", -1);
            assertThat(Values.age(node.put("at", pair[0]).path("at"), NOW)).isEqualTo(pair[1]);
        }
        assertThat(Values.age(node.putNull("at").path("at"), NOW)).isEqualTo("-");
    }

    @Test
    void aMessageStandsBelowItsRowWhereThereIsNoRoomAndBreaksBetweenWords() {
        var bytes = new ByteArrayOutputStream();
        var out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        var table = new Table(
                new Screen(out, false, OptionalInt.of(40), NOW),
                List.of(Column.number("HTTP", "status"), Column.message("MESSAGE", "message")),
                false);
        table.print(List.of(
                JsonMapper.shared()
                        .createObjectNode()
                        .put("status", 400)
                        .put("message", "timestamp: 5 is far behind the clock of the server (expected: within 600 s)"),
                JsonMapper.shared().createObjectNode().put("status", 404)));
        table.end();

        assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "HTTP",
                        " 400",
                        "  timestamp: 5 is far behind the clock",
                        "  of the server (expected: within 600 s)",
                        " 404");
    }

    @Test
    void aCommandThatIsBrokenCanStillBeCopied() {
        assertThat(Text.fold("There are none. Add one now:\n  stockroom merchant create STORE --name TEXT", 30))
                .isEqualTo("There are none. Add one now:\n  stockroom merchant \\\n    create STORE --name TEXT");
    }

    @Test
    void chineseBreaksBetweenItsCharactersAndNeverBeforeAComma() {
        assertThat(Text.wrap("时间戳，比服务器慢", 8)).containsExactly("时间戳，", "比服务器", "慢");
    }

    @Test
    void aCutNeverSplitsACharacterInTwo() {
        assertThat(Text.cut("鞋鞋鞋", 4)).isEqualTo("鞋…");
        assertThat(Text.cut("👟👟👟", 5)).isEqualTo("👟👟…");
        assertThat(Text.cut("abc", 3)).isEqualTo("abc");
        assertThat(Text.cut("boots with fur", 12)).isEqualTo("boots with…");
        assertThat(Text.cut("a extraordinary", 12)).isEqualTo("a extraordi…");
    }

    @Test
    void laterPagesKeepTheWidthsOfTheFirstAndHaveNoHeader() {
        var first = new ArrayList<JsonNode>();
        first.add(row(1, "Northgate"));

        assertThat(printed(false, OptionalInt.of(120), List.of(first, List.of(row(2, "Southgate and Sons")))))
                .containsExactly(
                        "ID  NAME       OPEN  CREATED",
                        " 1  Northgate  no    2026-11-15 03:21:59 UTC",
                        " 2  Southgat…  yes   2026-11-15 03:21:59 UTC");
    }

    @Test
    void aPageWithoutRowsDecidesNoWidths() {
        assertThat(printed(false, List.of(List.of(), List.of(row(1, "Northgate")))))
                .containsExactly("ID  NAME       OPEN  CREATED", " 1  Northgate  no    2026-11-15 03:21:59 UTC");
        assertThat(printed(false, List.of(List.of()))).isEmpty();
    }

    @Test
    void ordersToTheTerminalInANameAreNotCarriedOut() {
        var lines = printed(false, List.of(List.of(row(1, "a\u001b[2Jb\r\nc\u202ed"))));

        assertThat(lines).hasSize(2);
        assertThat(lines.get(1)).contains("a [2Jb  c d");
    }

    @Test
    void onlyATerminalGetsColour() {
        var rows = List.of(List.of(row(1, "Northgate")));

        assertThat(printed(true, rows).getFirst()).contains("\u001b[1m");
        assertThat(printed(false, rows).getFirst()).doesNotContain("\u001b");
    }

    @Test
    void aBarNeverLooksEmptyOrFullWhenItIsNot() {
        assertThat(Usage.bar(0, 300)).isEqualTo("[" + "-".repeat(20) + "]");
        assertThat(Usage.bar(1, 300)).isEqualTo("[#" + "-".repeat(19) + "]");
        assertThat(Usage.bar(299, 300)).isEqualTo("[" + "#".repeat(19) + "-]");
        assertThat(Usage.bar(300, 300)).isEqualTo("[" + "#".repeat(20) + "]");
        assertThat(Usage.bar(0, 0)).isEqualTo("[" + "-".repeat(20) + "]");
    }

    @Test
    void aTableFitsTheTerminal() {
        var rows = List.of(List.of(row(1, "Northgate Shoes and Boots of the Northern Gate"), row(2, "Al")));

        for (int columns : List.of(30, 44, 50, 80, 200)) {
            assertThat(printed(false, OptionalInt.of(columns), rows))
                    .hasSize(3)
                    .allMatch(line -> Text.width(line) <= columns);
        }
    }

    @Test
    void whereTheTerminalIsTooNarrowARowIsAFewLines() {
        assertThat(printed(
                        false,
                        OptionalInt.of(26),
                        List.of(List.of(row(1, "Northgate Shoes and Boots of the Gate"), row(2, "Al")))))
                .containsExactly(
                        "ID       1",
                        "NAME     Northgate Shoes",
                        "         and Boots of the",
                        "         Gate",
                        "OPEN     no",
                        "CREATED  2026-11-15",
                        "         03:21:59 UTC",
                        "",
                        "ID       2",
                        "NAME     Al",
                        "OPEN     yes",
                        "CREATED  2026-11-15",
                        "         03:21:59 UTC",
                        "");
    }
}
