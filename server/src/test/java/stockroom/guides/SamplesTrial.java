package stockroom.guides;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/// Runs the programs in docs/samples. Each must make the signatures of docs/signing.md and list products. If a
/// language is not installed, its source is searched for the steps. Scripts run it from the source with Java alone.
public final class SamplesTrial {
    private static final Pattern VECTOR =
            Pattern.compile("^\\| `([0-9a-f]{32})` \\| `([0-9]+)` \\| `([0-9A-F]{32})` \\|$", Pattern.MULTILINE);
    private static final Pattern COMMENT = Pattern.compile("(?m)^ *(#|//|\\*).*$");

    /// Builds the C# program once, in the folder, and prints the file to run.
    private static final String BUILT = """
            built() {
                if [ ! -e "$folder/built" ]; then
                    cp "$(dirname "$1")"/* "$folder"
                    scripts/dotnet build -nologo -o "$folder/built" "$folder" >"$folder/log" || cat "$folder/log"
                fi
                echo "$folder/built/ProductList.dll"
            }
            """;

    /// @param run the command, in which `$1` is the file
    /// @param steps a pattern for each step of signing: text, bytes, digest, upper case
    private record Sample(String file, String run, List<String> steps) {
        private boolean isOnThisMachine(Guide shell) throws IOException {
            var program = run.substring(0, run.indexOf(' '));
            return shell.run("%s --version >/dev/null 2>&1 && echo yes || true\n".formatted(program))
                    .startsWith("yes");
        }
    }

    private static final List<Sample> SAMPLES = List.of(
            sample("bash/product-list.sh", "bash $1", "printf.*\"\\$1\\$2\"", "printf", "md5sum", "tr.a-f.A-F"),
            sample(
                    "java/ProductList.java",
                    Path.of(System.getProperty("java.home"), "bin", "java") + " $1",
                    "secret.\\+.timestamp",
                    "UTF_8",
                    "getInstance\\(\"MD5\"\\)",
                    "withUpperCase"),
            sample(
                    "python/product_list.py",
                    "python3 $1",
                    "secret.\\+.timestamp",
                    "encode\\(\"utf-8\"\\)",
                    "hashlib\\.md5",
                    "\\.upper\\(\\)"),
            sample(
                    "csharp/ProductList.cs",
                    "scripts/dotnet $(built $1)",
                    "secret.\\+.timestamp",
                    "UTF8\\.GetBytes",
                    "MD5\\.Create",
                    "BitConverter\\.ToString.*Replace"),
            sample("php/product-list.php", "php $1", "secret.\\..\\$timestamp", "md5\\(", "md5\\(", "strtoupper"),
            sample(
                    "javascript/product-list.mjs",
                    "node $1",
                    "secret.\\+.timestamp",
                    "utf8",
                    "createHash\\(.md5.\\)",
                    "toUpperCase\\(\\)"));

    private SamplesTrial() {}

    private static Sample sample(String file, String run, String... steps) {
        return new Sample(file, run, List.of(steps));
    }

    public static void main(String[] arguments) throws IOException {
        var document = Files.readString(Path.of("docs/signing.md"));
        var vectors = VECTOR.matcher(document).results().toList();
        expect(vectors.size() >= 3, "vectors in signing.md: " + vectors.size());
        try (var shell = new Guide(List.of("bash"), Path.of(""), List.of())) {
            shell.run("folder=$(mktemp -d)\ntrap 'rm -r $folder' EXIT\n");
            shell.run(BUILT);
            for (var sample : SAMPLES) {
                read(sample, document);
                if (!sample.isOnThisMachine(shell)) {
                    System.out.println("samples: %s read, not run".formatted(sample.file));
                    continue;
                }
                shell.run("sample() { set -- docs/samples/%s \"$@\"; %s \"${@:2}\"; }\n"
                        .formatted(sample.file, sample.run));
                for (var vector : vectors) {
                    var made = shell.run("sample sign %s %s\n".formatted(vector.group(1), vector.group(2)))
                            .strip();
                    expect(made.equals(vector.group(3)), sample.file + " signs " + vector.group() + " as " + made);
                }
                var answer = shell.run("sample\n");
                expect(answer.startsWith("{\"success\":true,\"totalPages\":"), sample.file + " answered: " + answer);
                // the program must show a refusal
                var refusal = shell.run("STOCKROOM_SECRET=00000000000000000000000000000000 sample\n");
                expect(refusal.contains("\"SIGN_MISMATCH\""), sample.file + ", wrongly signed: " + refusal);
                System.out.printf("samples: %s signs %d vectors and lists products%n", sample.file, vectors.size());
            }
        }
    }

    private static void read(Sample sample, String document) throws IOException {
        var code = COMMENT.matcher(Files.readString(Path.of("docs/samples", sample.file)))
                .replaceAll("");
        for (var step : sample.steps) {
            expect(Pattern.compile(step).matcher(code).find(), sample.file + " lacks a step: " + step);
        }
        expect(document.contains("samples/" + sample.file), "signing.md does not show " + sample.file);
    }

    private static void expect(boolean right, String otherwise) {
        if (!right) {
            throw new AssertionError(otherwise);
        }
    }
}
