package stockroom.testing.platform;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// What the servers in this process have logged; logback-test.xml says where.
public final class TestLog {
    private TestLog() {}

    public static String read() throws IOException {
        return Files.readString(Path.of(System.getProperty("test.log", "target/test.log")));
    }
}
