package stockroom.bench.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import stockroom.bench.process.Failure;

/// The unpacked distribution, which is what is measured: its launchers choose Java's options as operators get them.
public record Distribution(Path bin) {

    /// The one that `make dist` has made.
    ///
    /// @param tree the folder of the sources it was made from
    public static Distribution of(Path tree) {
        var folder = tree.resolve("target/dist");
        try (var names = Files.newDirectoryStream(folder, "stockroom-*")) {
            for (var name : names) {
                var bin = name.resolve("bin");
                if (Files.isDirectory(bin)) {
                    return new Distribution(bin.toAbsolutePath());
                }
            }
        } catch (IOException e) {
            throw new Failure(folder + " cannot be read (expected: made by make dist)", e);
        }
        throw new Failure(folder + " holds no distribution (expected: one; make it with: make dist)");
    }

    public Path folder() {
        return bin.resolve("..").normalize();
    }

    String server() {
        return bin.resolve("stockroom-server").toString();
    }

    public String commandLine() {
        return bin.resolve("stockroom").toString();
    }
}
