package stockroom.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import stockroom.cli.shell.ExitCode;
import stockroom.testing.platform.Platform;
import tools.jackson.databind.json.JsonMapper;

@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class StockPushTest {
    private static final OperatorCommands operator = OperatorCommands.shared();

    @TempDir
    Path folder;

    private StockPusher pusher;

    @BeforeEach
    void aMerchant() {
        pusher = new StockPusher(folder);
    }

    private List<Integer> products(int count) {
        return pusher.merchant().products(count);
    }

    @Test
    void aFileIsPushedWithRangesAndAnyHeader() throws IOException {
        var products = products(2);
        int one = products.get(0);
        int two = products.get(1);
        var file = pusher.file(
                "\uFEFFSize,COLOUR,product_id,Stock,BarCode",
                "36-38,red," + one + ",5,",
                "40,\"navy, dark\"," + one + ",0,690",
                "",
                " 41 , green ," + two + ",7,");

        var pushed = pusher.push(file, "--reference", "到货 7");

        assertThat(pushed.err()).isEmpty();
        assertThat(pushed.code()).isZero();
        assertThat(pushed.out()).contains("5 entries of this run in 1 requests").containsPattern("written +5\n");
        assertThat(operator.json("stock", "changes", pusher.id())
                        .path(0)
                        .path("reference")
                        .asString())
                .isEqualTo("到货 7");
        assertThat(pusher.stock())
                .containsExactly(
                        // sold-out entries come first
                        one + ",\"navy, dark\",40,0,690",
                        one + ",red,36,5,",
                        one + ",red,37,5,",
                        one + ",red,38,5,",
                        two + ",green,41,7,");
        assertThat(folder).isDirectoryNotContaining(left -> !left.equals(file));
    }

    @Test
    void aFileMayNameProductsByTheirItemNumbers() throws IOException {
        var products = products(2);
        var artNos = operator.json("product", "list", pusher.id()).findValuesAsString("artNo");
        var file = pusher.file(
                "artNo,color,size,stock",
                artNos.get(1) + ",red,36,5",
                "P-9,red,36,6",
                ",red,36,7",
                artNos.get(0) + ",red,36-37,8");

        var pushed = pusher.push(file);

        assertThat(pushed.code()).as(pushed.err()).isEqualTo(ExitCode.SOME_REJECTED);
        assertThat(pusher.stock())
                .containsExactly(
                        products.get(0) + ",red,36,8,", products.get(0) + ",red,37,8,", products.get(1) + ",red,36,5,");
        assertThat(pusher.rejects())
                .anyMatch(line -> line.startsWith("3,artNo,"))
                .anyMatch(line -> line.startsWith("4,artNo,"));
    }

    @Test
    void whatIsSoldOutGoesFirstWhereverItStandsInTheFile() throws IOException {
        var products = products(31);
        var lines = new ArrayList<>(List.of("productId,color,size,stock"));
        for (int pid : products.subList(0, 30)) {
            IntStream.range(0, 10).forEach(colour -> lines.add(pid + ",colour " + colour + ",36-39,5"));
        }
        lines.add(products.getLast() + ",red,36,0");

        var pushed = pusher.push(pusher.file(lines.toArray(String[]::new)), "--json");

        var answer = JsonMapper.shared().readTree(pushed.out());
        assertThat(answer.path("requests").asInt()).isEqualTo(2);
        assertThat(answer.path("written").asInt()).isEqualTo(1_201);
        assertThat(pushesOf(products.getLast())).containsExactly("1");
        assertThat(pushesOf(products.get(29))).containsExactly("1", "2");
    }

    private static List<String> pushesOf(int product) {
        return Platform.shared()
                .queryAll("SELECT push FROM stock_change WHERE product_id = %d ORDER BY push".formatted(product));
    }

    @Test
    void anExportCanBePushedAgain() throws IOException {
        pusher.push(
                pusher.file("productId,color,size,stock,barCode", products(1).getFirst() + ",red,36-40,5,1"));
        var export = folder.resolve("export.csv");
        operator.run("export", "stock", pusher.id(), "--output", export.toString());
        var before = pusher.stock();

        assertThat(before).hasSize(5);
        assertThat(pusher.push(export).code()).isZero();
        assertThat(pusher.stock()).isEqualTo(before);
    }

    @Test
    void aDryRunWritesNothing() throws IOException {
        var file =
                pusher.file("productId,color,size,stock", products(1).getFirst() + ",red,36,5", "900000000,red,36,5");

        var checked = pusher.push(file, "--dry-run", "--json");

        assertThat(checked.code()).isEqualTo(ExitCode.SOME_REJECTED);
        var answer = JsonMapper.shared().readTree(checked.out());
        assertThat(answer.path("checked").asInt()).isEqualTo(1);
        assertThat(answer.path("rejectedLines").asInt()).isEqualTo(1);
        assertThat(pusher.stock()).isEmpty();
    }

    @Test
    void standardInputIsPushedToo() {
        int pid = products(1).getFirst();
        var in = "pid,color,size,stock\n" + pid + ",红色,36,5\n";
        var rejects = folder.resolve("rejects.csv").toString();

        var pushed = pusher.shell()
                .typing(in)
                .run(pusher.arguments("-", "--rejects", rejects).toArray(String[]::new));

        assertThat(pushed.code()).isZero();
        assertThat(pusher.stock()).containsExactly(pid + ",红色,36,5,");
        assertThat(new TestShell(folder)
                        .typing(in)
                        .run(pusher.arguments("-").toArray(String[]::new))
                        .err())
                .contains("STOCKROOM_CLI_SECRET");
    }
}
