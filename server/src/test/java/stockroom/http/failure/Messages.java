package stockroom.http.failure;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.stream.Stream;

/// All messages of the service, by the interface that sends them.
public final class Messages {
    static final List<String> FOR_MERCHANTS = List.of(
            "stockroom.http.failure.RequestMessage",
            "stockroom.http.input.InputMessage",
            "stockroom.auth.AuthMessage",
            "stockroom.limits.LimitMessage",
            "stockroom.catalog.CatalogMessage",
            "stockroom.catalog.ledger.LedgerMessage");
    static final List<String> FOR_OPERATORS = List.of(
            "stockroom.http.input.ValueMessage",
            "stockroom.http.ResourceMessage",
            "stockroom.admin.AdminMessage",
            "stockroom.admin.operators.OperatorKeyMessage",
            "stockroom.admin.merchants.MerchantMessage",
            "stockroom.admin.credentials.CredentialMessage",
            "stockroom.admin.people.PersonMessage",
            "stockroom.admin.products.ProductMessage");
    static final List<String> FOR_PEOPLE = List.of("stockroom.people.PeopleMessage");

    /// Warnings are part of successful responses and have no code.
    static final List<String> WARNINGS = List.of("stockroom.http.input.WarningMessage");

    private Messages() {}

    public static Stream<Message> forMerchants() {
        return FOR_MERCHANTS.stream().flatMap(Messages::of);
    }

    static Stream<Message> all() {
        return Stream.concat(
                forMerchants(),
                Stream.of(FOR_OPERATORS, FOR_PEOPLE, WARNINGS)
                        .flatMap(List::stream)
                        .flatMap(Messages::of));
    }

    private static Stream<Message> of(String name) {
        try {
            return Stream.of((Message[]) Class.forName(name).getEnumConstants());
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    public static String text(Message message) {
        return texts(message.getClass().getPackageName(), "messages.properties").getProperty(message.name());
    }

    static Properties texts(String ofPackage, String file) {
        var texts = new Properties();
        var path = "/%s/%s".formatted(ofPackage.replace('.', '/'), file);
        try (var in = new InputStreamReader(
                Objects.requireNonNull(Messages.class.getResourceAsStream(path), path), StandardCharsets.UTF_8)) {
            texts.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return texts;
    }
}
