package stockroom.bench.trials;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import stockroom.bench.process.Command;
import stockroom.bench.process.Failure;

/// Runs the programs in docs/samples. Each must make the signs of the vectors in docs/signing.md, and list products of
/// the server at STOCKROOM_ADDRESS with STOCKROOM_APPID, STOCKROOM_SECRET and STOCKROOM_TOKEN. Where a language is not
/// on this machine, its program is read for the steps instead.
public final class SamplesTrial {
    private static final Path DOCUMENT = Path.of("docs/signing.md");
    private static final Pattern VECTOR =
            Pattern.compile("^\\| `([0-9a-f]{32})` \\| `([0-9]+)` \\| `([0-9A-F]{32})` \\|$", Pattern.MULTILINE);
    private static final int MIN_VECTORS = 3;
    private static final Pattern COMMENT = Pattern.compile(" *(#|//|\\*).*");
    private static final Map<String, String> WRONG_SECRET =
            Map.of("STOCKROOM_SECRET", "00000000000000000000000000000000");

    private record Vector(String secret, String timestamp, String sign) {}

    /// @param needs a program without which it is only read
    /// @param steps a pattern for each step of signing: text, bytes, digest, upper case
    private record Sample(String file, String needs, List<String> interpreter, List<String> steps) {
        static Sample of(String file, String interpreter, String... steps) {
            return new Sample(file, interpreter, List.of(interpreter), List.of(steps));
        }

        List<String> command(String... arguments) {
            var words = new ArrayList<>(interpreter);
            words.add("docs/samples/" + file);
            words.addAll(List.of(arguments));
            return words;
        }
    }

    /// C# is compiled first: mono runs what mcs has made.
    private static final String RUN_CSHARP =
            "[ -e $0.exe ] || mcs -r:System.Net.Http -out:$0.exe $1; shift; exec mono $0.exe $*";

    private final List<Vector> vectors;
    private final String document;

    private SamplesTrial(String document) {
        this.document = document;
        this.vectors = VECTOR.matcher(document)
                .results()
                .map(found -> new Vector(found.group(1), found.group(2), found.group(3)))
                .toList();
    }

    /// Takes no arguments.
    public static void main(String[] arguments) throws IOException {
        var folder = Files.createTempDirectory("samples");
        try {
            new SamplesTrial(Files.readString(DOCUMENT)).run(samples(folder));
        } catch (Failure e) {
            System.err.println("samples: " + e.getMessage());
            System.exit(1);
        } finally {
            Files.deleteIfExists(folder.resolve("sample.exe"));
            Files.delete(folder);
        }
    }

    private static List<Sample> samples(Path folder) {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var csharp =
                List.of("bash", "-euc", RUN_CSHARP, folder.resolve("sample").toString());
        return List.of(
                new Sample(
                        "bash/product-list.sh",
                        "md5sum",
                        List.of("bash"),
                        List.of("printf.*\"\\$1\\$2\"", "printf", "md5sum", "tr.a-f.A-F")),
                Sample.of(
                        "java/ProductList.java",
                        java,
                        "secret.\\+.timestamp",
                        "UTF_8",
                        "getInstance\\(\"MD5\"\\)",
                        "withUpperCase"),
                Sample.of(
                        "python/product_list.py",
                        "python3",
                        "secret.\\+.timestamp",
                        "encode\\(\"utf-8\"\\)",
                        "hashlib\\.md5",
                        "\\.upper\\(\\)"),
                new Sample(
                        "csharp/ProductList.cs",
                        "mcs",
                        csharp,
                        List.of(
                                "secret.\\+.timestamp",
                                "UTF8\\.GetBytes",
                                "MD5\\.Create",
                                "BitConverter\\.ToString.*Replace")),
                Sample.of("php/product-list.php", "php", "secret.\\..\\$timestamp", "md5\\(", "md5\\(", "strtoupper"),
                Sample.of(
                        "javascript/product-list.mjs",
                        "node",
                        "secret.\\+.timestamp",
                        "utf8",
                        "createHash\\(.md5.\\)",
                        "toUpperCase\\(\\)"));
    }

    private void run(List<Sample> samples) throws IOException {
        if (vectors.size() < MIN_VECTORS) {
            throw new Failure(
                    "signing.md has %d vectors (expected: at least %d)".formatted(vectors.size(), MIN_VECTORS));
        }
        for (var sample : samples) {
            read(sample);
            if (isOnThisMachine(sample.needs)) {
                sign(sample);
                call(sample);
                System.out.printf("samples: %s signs %d vectors and lists products%n", sample.file, vectors.size());
            } else {
                System.out.printf("samples: %s read, not run: there is no %s%n", sample.file, sample.needs);
            }
        }
    }

    private void read(Sample sample) throws IOException {
        var code = Files.readAllLines(Path.of("docs/samples", sample.file)).stream()
                .filter(line -> !COMMENT.matcher(line).matches())
                .toList();
        for (var step : sample.steps) {
            if (code.stream().noneMatch(Pattern.compile(step).asPredicate())) {
                throw new Failure("%s lacks a step of signing: %s".formatted(sample.file, step));
            }
        }
        if (!document.contains("samples/" + sample.file)) {
            throw new Failure("signing.md does not show " + sample.file);
        }
    }

    private static boolean isOnThisMachine(String program) {
        return Arrays.stream(requireNonNull(System.getenv("PATH"), "PATH").split(":", -1))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder).resolve(program)));
    }

    private void sign(Sample sample) {
        for (var vector : vectors) {
            var made = Command.run(Map.of(), sample.command("sign", vector.secret, vector.timestamp))
                    .strip();
            if (!made.equals(vector.sign)) {
                throw new Failure(
                        "%s signs %s as %s (expected: %s)".formatted(sample.file, vector.timestamp, made, vector.sign));
            }
        }
    }

    private static void call(Sample sample) {
        var answer = Command.run(Map.of(), sample.command());
        if (!answer.startsWith("{\"success\":true,\"totalPages\":")) {
            throw new Failure("%s answered: %s".formatted(sample.file, answer));
        }
        // a refusal is shown, not swallowed
        var refusal = Command.run(WRONG_SECRET, sample.command());
        if (!refusal.contains("\"code\":\"SIGN_MISMATCH\"")) {
            throw new Failure("%s with a wrong secret answered: %s".formatted(sample.file, refusal));
        }
    }
}
