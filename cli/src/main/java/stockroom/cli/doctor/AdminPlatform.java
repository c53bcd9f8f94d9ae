package stockroom.cli.doctor;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import stockroom.cli.CommandFailure;
import stockroom.cli.ExitCode;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Asks the operator's interface.
final class AdminPlatform implements Platform {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final String address;
    private final Hidden key;

    /// @param address such as `http://127.0.0.1:9080`
    AdminPlatform(String address, Hidden key) {
        this.address = address.replaceFirst("/+$", "");
        this.key = key;
    }

    @Override
    public Optional<Application> application(long id) {
        return get("applications/" + id)
                .map(found -> new Application(
                        found.path("applicationId").asLong(),
                        found.path("suspended").asBoolean()));
    }

    @Override
    public Optional<Token> token(String id) {
        return get("tokens/" + id)
                .map(found -> new Token(
                        found.path("applicationId").asLong(),
                        found.path("merchantId").asLong(),
                        Instant.parse(found.path("expiresAt").asString()),
                        found.path("revokedAt").isString()
                                ? Instant.parse(found.path("revokedAt").asString())
                                : null));
    }

    @Override
    public Optional<Merchant> merchant(long id) {
        return get("merchants/" + id)
                .map(found -> new Merchant(
                        found.path("merchantId").asLong(),
                        found.path("suspended").asBoolean()));
    }

    private Optional<JsonNode> get(String path) {
        var request = HttpRequest.newBuilder(URI.create(address + "/admin/v1/" + path))
                .timeout(PATIENCE)
                .header("Authorization", "Bearer " + key.reveal())
                .build();
        try (var client = HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
            var response = client.send(request, BodyHandlers.ofString());
            return switch (response.statusCode()) {
                case 200 -> Optional.of(JsonMapper.shared().readTree(response.body()));
                case 404 -> Optional.empty();
                case 401, 403 ->
                    throw new CommandFailure(
                            ExitCode.NOT_ALLOWED, "STOCKROOM_CLI_KEY: refused by %s".formatted(address));
                default ->
                    throw new CommandFailure(
                            ExitCode.REFUSED, "%s answers HTTP %d".formatted(request.uri(), response.statusCode()));
            };
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.UNREACHABLE,
                    "STOCKROOM_CLI_ADDRESS: %s does not answer (%s)"
                            .formatted(address, e.getClass().getSimpleName()));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
