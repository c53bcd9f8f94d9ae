package stockroom.testing.machine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

public final class Repository {
    private static final Path ROOT = Stream.iterate(Path.of("").toAbsolutePath(), Path::getParent)
            .filter(folder -> Files.exists(folder.resolve("Makefile")))
            .findFirst()
            .orElseThrow();

    private Repository() {}

    public static Path path(String path) {
        return ROOT.resolve(path);
    }
}
