package stockroom.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

public record Figure(
        String name,
        double value,
        String unit,
        String target,
        @Nullable Boolean pass) {
    public static final Path FOLDER = Path.of("target/figures");

    static Figure of(String name, double value, String unit) {
        return new Figure(name, rounded(value), unit, "", null);
    }

    static Figure atLeast(double target, String name, double value, String unit) {
        return new Figure(name, rounded(value), unit, ">= " + target, value >= target);
    }

    static Figure atMost(double target, String name, double value, String unit) {
        return new Figure(name, rounded(value), unit, "<= " + target, value <= target);
    }

    private static double rounded(double value) {
        return Math.round(value * 1_000) / 1_000.0;
    }

    String verdict() {
        return pass == null ? "" : verdict(pass);
    }

    static String verdict(boolean reached) {
        return reached ? "reached" : "NOT REACHED";
    }

    public void write() throws IOException {
        Files.createDirectories(FOLDER);
        Files.writeString(FOLDER.resolve(name + ".json"), JsonMapper.shared().writeValueAsString(this) + "\n");
    }
}
