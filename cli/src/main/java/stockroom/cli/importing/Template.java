package stockroom.cli.importing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import stockroom.cli.transfer.Format;

/// Example files. Each has a line with every field and a line with only the required ones.
final class Template {
    private Template() {}

    static String ofProducts(Format format) {
        return text("template." + format.name());
    }

    static String ofMerchants() {
        return text("merchants.csv");
    }

    private static String text(String name) {
        try (var file = Template.class.getResourceAsStream(name)) {
            if (file == null) {
                throw new IllegalStateException(name + " is not beside this class");
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
