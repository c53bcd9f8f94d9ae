package stockroom.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import stockroom.cli.shell.ExitCode;
import tools.jackson.databind.json.JsonMapper;

@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class StockPushRejectsTest {
    @TempDir
    Path folder;

    private StockPusher pusher;

    @BeforeEach
    void aMerchant() {
        pusher = new StockPusher(folder);
    }

    @Test
    void wrongLinesAndMissingProductsAreRejectedAndTheRestIsWritten() throws IOException {
        int pid = pusher.merchant().product();
        var file = pusher.file(
                "productId,color,size,stock,barCode",
                pid + ",red,36,5,",
                pid + ",red,35-37,6,",
                pid + ",red,abc,5,",
                pid + ",,38,5,",
                "900000000,red,38,5,",
                pid + ",red,38,-1,",
                pid + ",red,39",
                pid + ",red,40,8,");

        var pushed = pusher.push(file);

        assertThat(pushed.code()).isEqualTo(ExitCode.SOME_REJECTED);
        assertThat(pushed.out()).containsPattern("lines rejected +6 +see .*stock.csv.rejects.csv");
        assertThat(pusher.stock()).containsExactly(pid + ",red,36,5,", pid + ",red,40,8,");
        assertThat(pusher.rejects())
                .containsExactlyInAnyOrder(
                        "line,field,reason",
                        "3,,\"product, color and size are already on line 2; keep one of them\"",
                        "4,size,\"abc (expected: a size n or a range n-m, 1 to 999)\"",
                        "5,color,nothing (expected: a colour name of 1 to 64 characters without control characters)",
                        "6,productId,product 900000000 does not exist",
                        "7,stock,-1 (expected: a whole number)",
                        "8,,3 fields (expected: 5)");
    }

    @Test
    void textInAnotherEncodingIsNamed() throws IOException {
        var file = Files.writeString(
                folder.resolve("stock.csv"),
                "productId,color,size,stock,barCode\n1,rosé,36,5,\n1,red,36,5,n°1\n",
                StandardCharsets.ISO_8859_1);

        pusher.push(file);

        assertThat(pusher.rejects())
                .anyMatch(line -> line.startsWith("2,color,") && line.contains("UTF-8"))
                .anyMatch(line -> line.startsWith("3,barCode,") && line.contains("UTF-8"));
    }

    @Test
    void aHeaderThatIsNoneIsRefused() throws IOException {
        assertThat(pusher.push(pusher.file("productId,color,size,amount", "1,red,36,5"))
                        .err())
                .contains("unknown column amount");
        assertThat(pusher.push(pusher.file("productId,color,size", "1,red,36")).err())
                .contains("no column stock");
        assertThat(pusher.push(pusher.file("productId,artNo,color,size,stock", "1,A,red,36,1"))
                        .err())
                .contains("both productId and artNo");
        assertThat(pusher.push(pusher.file("")).err()).contains("a column without a name");
        assertThat(pusher.push(pusher.file()).err()).contains("the file is empty");
        assertThat(pusher.push(folder.resolve("none.csv")).err()).contains("there is no file");
    }

    @Test
    void wrongCredentialsAreToldAndNotShown() throws IOException {
        var wrong = pusher.withWrongSecret();

        var pushed = wrong.push(pusher.file("productId,color,size,stock", "1,red,36,5"));

        assertThat(pushed.code()).isEqualTo(ExitCode.NOT_ALLOWED);
        assertThat(pushed.err())
                .contains("SIGN_MISMATCH")
                .contains("0 of 1 requests")
                .doesNotContain(
                        wrong.merchant().secret().reveal(),
                        wrong.merchant().token().reveal());
    }

    @Test
    void aRunThatFailedBeforeItsFirstRequestLeavesNothingBehindThatCountsTwice() throws IOException {
        var file = pusher.file("productId,color,size,stock", pusher.merchant().product() + ",red,36,5", "x,red,36,5");
        assertThat(pusher.withWrongSecret().push(file).code()).isEqualTo(ExitCode.NOT_ALLOWED);

        var pushed = pusher.push(file, "--json");

        assertThat(pushed.code()).isEqualTo(ExitCode.SOME_REJECTED);
        assertThat(JsonMapper.shared()
                        .readTree(pushed.out())
                        .path("rejectedLines")
                        .asInt())
                .isEqualTo(1);
        assertThat(pusher.rejects()).hasSize(2);
    }
}
