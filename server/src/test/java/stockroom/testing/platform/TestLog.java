package stockroom.testing.platform;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

public final class TestLog {
    private TestLog() {}

    public static String read() throws IOException {
        return Files.readString(Path.of(System.getProperty("test.log", "target/test.log")));
    }
}
