package stockroom.admin.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stockroom.auth.KeysetFile;
import stockroom.auth.SecretCipher;
import stockroom.config.Secret;
import stockroom.testing.database.TestDatabase;
import stockroom.testing.http.ConstantRateCalls;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import stockroom.testing.servers.ServerProcess;

@Tag("slow")
class KeysetRotationTest {
    private static final int SECRETS = 10_000;
    private static final String LOCK_LAST_SECRET =
            "SELECT 1 FROM application_secret WHERE application_id = %d FOR UPDATE".formatted(1_000_000 + SECRETS);

    private static final int CALLS_A_SECOND = 50;

    /// Without a cache, every call reads its secret. The time-out allows for a busy machine.
    private static final Map<String, String> SETTINGS =
            Map.of("STOCKROOM_AUTH_CACHE_TIME", "0s", "STOCKROOM_REQUEST_TIMEOUT", "2m");

    /// The rotation waits less than usual, since no request adds a secret meanwhile.
    private static final String MAX_REQUEST_OF_ROTATION = "8s";

    @Test
    void rotatedUnderLoadKilledAndResumedNoCallFails() throws Exception {
        try (var platform = Platform.start(SETTINGS)) {
            var callers = Stream.generate(platform::merchant).limit(5).toList();
            addSecrets(platform);
            var keyset = new KeysetFile(Path.of(platform.environment().get("STOCKROOM_AUTH_KEYSET_FILE")));
            var oldKey = prefix(keyset);
            var created = new ConcurrentLinkedQueue<TestMerchant>();
            try (var other = new ServerProcess(platform.environment());
                    var calls = callsTo(List.of(platform.baseUrl(), other.baseUrl()), callers)) {
                await().atMost(Duration.ofMinutes(1)).until(() -> calls.hasSucceededAfter(Long.MIN_VALUE));
                long begun = System.nanoTime();
                // the lock keeps the rotation from finishing
                try (var _ = TestDatabase.holding(platform.address(), LOCK_LAST_SECRET);
                        var rotation = rotate(platform)) {
                    await().atMost(Duration.ofMinutes(1))
                            .pollInterval(Duration.ofMillis(5))
                            .until(() -> !prefix(keyset).equals(oldKey) && encryptedWith(platform, prefix(keyset)) > 0);
                    rotation.kill();
                }
                assertThat(encryptedWith(platform, oldKey))
                        .as("not yet encrypted")
                        .isPositive();
                assertThat(keyset.read().size()).isEqualTo(2);
                created.add(platform.merchant());

                try (var resumed = rotate(platform)) {
                    assertThat(resumed.await()).as(resumed.log()).isZero();
                }
                created.add(platform.merchant());

                ConstantRateCalls.assertAllSucceeded(calls.begunBetween(begun, System.nanoTime()));
            }
            assertThat(keyset.read().size()).isEqualTo(1);
            assertThat(prefix(keyset)).isNotEqualTo(oldKey);
            assertThat(encryptedWith(platform, prefix(keyset))).isEqualTo(SECRETS + callers.size() + created.size());
            assertThat(created)
                    .allSatisfy(merchant -> assertThat(
                                    merchant.productList("page", 1).success())
                            .isTrue());
            assertThat(platform.queryAll("SELECT action FROM audit_entry")).containsOnlyOnce("keyset.rotate");
        }
    }

    @Test
    void inStepsForServersOnSeveralMachinesEachHasTheFileOfTheStepBefore(@TempDir Path folder) throws Exception {
        try (var platform = Platform.start(SETTINGS)) {
            var merchant = platform.merchant();
            var file = Path.of(platform.environment().get("STOCKROOM_AUTH_KEYSET_FILE"));
            var elsewhere = Files.copy(file, folder.resolve("keyset.json"), StandardCopyOption.COPY_ATTRIBUTES);
            var settings = new HashMap<>(platform.environment());
            settings.put("STOCKROOM_AUTH_KEYSET_FILE", elsewhere.toString());
            try (var other = new ServerProcess(settings)) {
                for (var step : List.of("add", "encrypt", "remove")) {
                    try (var rotation = rotate(platform, step)) {
                        assertThat(rotation.await()).as(rotation.log()).isZero();
                    }
                    // the other machine gets each file one step later
                    assertThat(listed(merchant, other)).isTrue();
                    var copy = Files.copy(file, folder.resolve("copy"));
                    Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rw-------"));
                    Files.move(copy, elsewhere, StandardCopyOption.ATOMIC_MOVE);
                    assertThat(listed(merchant, other)).isTrue();
                    assertThat(platform.merchant().productList("page", 1).success())
                            .isTrue();
                }
            }
            try (var again = rotate(platform, "remove")) {
                assertThat(again.await()).isEqualTo(2);
                assertThat(again.log()).contains("is not ready for that");
            }
        }
    }

    private static ConstantRateCalls callsTo(List<String> servers, List<TestMerchant> callers) {
        return new ConstantRateCalls(
                CALLS_A_SECOND,
                "/Stock/Product",
                number -> callers.get(number % callers.size())
                        .postUnchecked(
                                servers.get(number % servers.size()), "/Stock/Product", TestMerchant.FORM, "page=1"));
    }

    private static boolean listed(TestMerchant merchant, ServerProcess server) {
        return merchant.postTo(server.baseUrl(), "/Stock/Product", TestMerchant.FORM, "page=1")
                .success();
    }

    @Test
    void aKeysetThatEveryoneCanReadIsRefused(@TempDir Path folder) throws IOException {
        var platform = Platform.shared();
        var file = folder.resolve("keyset.json");
        Files.copy(Path.of(platform.environment().get("STOCKROOM_AUTH_KEYSET_FILE")), file);
        var settings = new HashMap<>(platform.environment());
        settings.put("STOCKROOM_AUTH_KEYSET_FILE", file.toString());
        for (var mode : List.of("rw-r--r--", "rw-----w-")) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
            try (var server = new ServerProcess(settings)) {
                assertThat(server.await()).isEqualTo(2);
                assertThat(server.log())
                        .isEqualTo(("stockroom-server: auth.keyset-file: everyone can read or write %1$s"
                                        + " (expected: its owner alone: chmod 600 %1$s)")
                                .formatted(file));
            }
        }
    }

    private static ServerProcess rotate(Platform platform, String... step) {
        var arguments =
                Stream.concat(Stream.of("rotate-keyset"), Stream.of(step)).toArray(String[]::new);
        var settings = new HashMap<>(platform.environment());
        settings.put("STOCKROOM_REQUEST_TIMEOUT", MAX_REQUEST_OF_ROTATION);
        return new ServerProcess(settings, ServerProcess.SHORT_LIVED, arguments);
    }

    private static String prefix(KeysetFile keyset) {
        return HexFormat.of().formatHex(keyset.read().prefix());
    }

    private static int encryptedWith(Platform platform, String prefix) {
        return Integer.parseInt(platform.query(
                "SELECT count(*) FROM application_secret WHERE encode(substring(ciphertext FROM 1 FOR 5), 'hex') = '%s'"
                        .formatted(prefix)));
    }

    private static void addSecrets(Platform platform) {
        var cipher = new SecretCipher(Path.of(platform.environment().get("STOCKROOM_AUTH_KEYSET_FILE")));
        platform.execute("INSERT INTO application (application_id, name) SELECT n, 'one of many'"
                + " FROM generate_series(1000001, 1000000 + %d) n".formatted(SECRETS));
        platform.execute(IntStream.rangeClosed(1, SECRETS)
                .map(number -> 1_000_000 + number)
                .mapToObj(id -> "(%d, 1, '\\x%s')"
                        .formatted(id, HexFormat.of().formatHex(cipher.encrypt(id, new Secret("secret " + id)))))
                .collect(Collectors.joining(
                        ",", "INSERT INTO application_secret (application_id, slot, ciphertext) VALUES ", "")));
    }
}
