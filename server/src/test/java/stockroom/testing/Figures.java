package stockroom.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.databind.json.JsonMapper;

/// What trials measured: each in a file of its own in target/figures of the repository.
public final class Figures {
    private static final Path FOLDER = Repository.path("target/figures");

    private record Figure(String name, Number value, String unit, String target, boolean pass) {}

    private Figures() {}

    public static void write(String name, Number value, String unit, String target, boolean pass) {
        try {
            Files.createDirectories(FOLDER);
            Files.writeString(
                    FOLDER.resolve(name + ".json"),
                    JsonMapper.shared().writeValueAsString(new Figure(name, value, unit, target, pass)) + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
