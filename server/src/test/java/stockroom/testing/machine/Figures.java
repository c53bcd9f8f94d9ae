package stockroom.testing.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.databind.json.JsonMapper;

public final class Figures {
    private static final Path FOLDER = Repository.path("target/figures");

    private record Figure(String name, Object value, String unit, String target, boolean pass) {}

    private Figures() {}

    public static void check(String name, boolean value) {
        check(name, value, "", "true", value);
    }

    public static void check(String name, Object value, String unit, String target, boolean pass) {
        write(name, value, unit, target, pass);
        assertThat(pass)
                .as("%s: %s %s (expected: %s)", name, value, unit, target)
                .isTrue();
    }

    public static void write(String name, Object value, String unit, String target, boolean pass) {
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
