package stockroom.http.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/// Parsers read any input or refuse it as documented. `fuzz/` of the resources has the inputs with which Jazzer
/// reached new code, a line of Base64 each; add those that fail. `make trial NAME=fuzz` changes them a million times.
class FuzzTest {
    private static final String EXECUTIONS = "fuzz.executions";
    private static final int SEED = 20_260_101;
    /// Jazzer follows the branches of the server and of its parsing libraries.
    private static final String WATCHED = String.join(
            ":",
            "stockroom.**",
            "tools.jackson.core.json.**",
            "org.eclipse.jetty.http.**",
            "org.eclipse.jetty.util.**",
            "java.util.Locale**",
            "sun.util.locale.**");

    static Stream<Arguments> targets() {
        return Stream.of(
                arguments(
                        "stockroom.http.input.ParametersFuzz",
                        List.of("productid=7&page=1&pageSize=20&stock=true", "ProductId=%37&color=%E6%B7%B1+blue&")),
                arguments("stockroom.catalog.stock.StockOrderFuzz", List.of("""
                        [{"color":"red","pid":7,"param":[{"size":"38-40","stock":7,"barCode":"69012"},{"size":41,"stock":"8"}]}]""", """
                        {"list":[{"Color":"深蓝","pId":"7","Param":[{"Size":"42","Stock":0,"BarCode":null}],"x":{"y":[1.5,true]}}]}""")),
                arguments("stockroom.catalog.stock.SizeRangeFuzz", List.of("38", "38-40", "1-50", "999")),
                arguments("stockroom.auth.SignedHeadersFuzz", List.of("""
                        10001
                        224DD730E3A37F3A004DBF08AAAEF729
                        1700000000
                        5f0c7d3e9b1a48268c64ad1f02e97b35""", "1\t2\n224dd730e3a37f3a\n1700000000000\n ")),
                arguments(
                        "stockroom.http.HeadersFuzz",
                        List.of("zh-CN,zh;q=0.9,en;q=0.8", "*", "application/json; charset=\"utf-8\"")),
                arguments("stockroom.admin.products.ProductLinesFuzz", List.of("""
                        {"artNo":"HX-1","title":"Shoe","description":"<p>\\n</p>","price":"99.50","images":["https://a.example/1.jpg"]}
                        {"artNo":"HX-2","title":"鞋","price":9,"images":["a"],"video":null,"categoryIds":"1","categoryNames":"S","attributes":[{"name":"Sole","value":"Rubber"}],"state":"delisted"}
                        """)));
    }

    @ParameterizedTest
    @MethodSource("targets")
    @Timeout(60)
    void nothingButTheDocumentedFailureComesOut(String target, List<String> seeds) throws Exception {
        var parse = Class.forName(target).getMethod("fuzzerTestOneInput", byte[].class);
        for (var input : inputs(target, seeds)) {
            assertThatCode(() -> parse.invoke(null, (Object) input))
                    .as(Base64.getEncoder().encodeToString(input))
                    .doesNotThrowAnyException();
        }
    }

    @ParameterizedTest
    @MethodSource("targets")
    @EnabledIfSystemProperty(named = EXECUTIONS, matches = "\\d+")
    void norWhenTheInputsAreChanged(String target, List<String> seeds, @TempDir Path folder) throws Exception {
        int executions = Integer.getInteger(EXECUTIONS);
        var name = target.substring(target.lastIndexOf('.') + 1);
        var log = Files.createDirectories(Path.of("target", "fuzz")).resolve(name + ".log");
        var jazzer = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-Xmx512m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+EnableDynamicAgentLoading",
                        "--sun-misc-unsafe-memory-access=allow",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "com.code_intelligence.jazzer.Jazzer",
                        "--target_class=" + target,
                        "--instrumentation_includes=" + WATCHED,
                        "--custom_hook_includes=stockroom.**",
                        "--reproducer_path=target/fuzz",
                        "-artifact_prefix=target/fuzz/" + name + "-",
                        "-runs=" + executions,
                        "-seed=" + SEED,
                        "-max_len=4096",
                        "-timeout=60",
                        "-print_final_stats=1",
                        Files.createDirectories(folder.resolve("found")).toString(),
                        written(inputs(target, seeds), folder.resolve("seeds")).toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        long begun = System.nanoTime();
        boolean ended = jazzer.waitFor(30, TimeUnit.MINUTES);
        jazzer.destroyForcibly();
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun);

        assertThat(ended).as("ended").isTrue();
        writeFigure("fuzz-" + name, executions, jazzer.exitValue() == 0);
        assertThat(jazzer.exitValue()).as(Files.readString(log)).isZero();
        assertThat(log).content().contains("stat::number_of_executed_units: " + executions);
        System.out.printf("%s: %d executions with seed %d in %d s%n", name, executions, SEED, seconds);
    }

    private static List<byte[]> inputs(String target, List<String> seeds) throws IOException {
        var found = Path.of("src/test/resources/fuzz", target.substring(target.lastIndexOf('.') + 1) + ".txt");
        return Stream.concat(
                        seeds.stream().map(seed -> seed.getBytes(UTF_8)),
                        Files.readAllLines(found).stream().map(Base64.getDecoder()::decode))
                .toList();
    }

    private static Path written(List<byte[]> inputs, Path folder) throws IOException {
        Files.createDirectories(folder);
        for (int i = 0; i < inputs.size(); i++) {
            Files.write(folder.resolve("input-" + i), inputs.get(i));
        }
        return folder;
    }

    private record Figure(String name, int value, String unit, String target, boolean pass) {}

    private static void writeFigure(String name, int executions, boolean pass) throws IOException {
        var unit = "uncaught in %d executions".formatted(executions);
        var figure = new Figure(name, pass ? 0 : 1, unit, "<= 0", pass);
        var folder = Files.createDirectories(Path.of("..", "target", "figures"));
        Files.writeString(folder.resolve(name + ".json"), JsonMapper.shared().writeValueAsString(figure) + "\n");
    }
}
