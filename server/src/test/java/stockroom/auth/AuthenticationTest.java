package stockroom.auth;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import stockroom.audit.Operator;
import stockroom.config.Secret;
import stockroom.http.input.Digest;
import stockroom.testing.http.Reply;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;

@Tag("contract")
class AuthenticationTest {
    private static final Secret WRONG = new Secret("0123456789abcdef0123456789abcdef");
    private static final Platform platform = Platform.start(Map.of("STOCKROOM_AUTH_CACHE_TIME", "1h"));

    private final TestMerchant merchant = platform.merchant();

    @AfterAll
    static void stop() {
        platform.close();
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            appid,       '',                                HEADER_MISSING
            sign,        '',                                HEADER_MISSING
            timestamp,   ' ',                               HEADER_MISSING
            accesstoken, ' ',                               HEADER_MISSING
            timestamp,   soon,                              TIMESTAMP_INVALID
            timestamp,   -1,                                TIMESTAMP_INVALID
            timestamp,   1700000000.5,                      TIMESTAMP_INVALID
            timestamp,   1700000000000,                     TIMESTAMP_INVALID
            timestamp,   99999999999999999999,              TIMESTAMP_INVALID
            timestamp,   1500000000,                        TIMESTAMP_EXPIRED
            timestamp,   4000000000,                        TIMESTAMP_EXPIRED
            timestamp,   999999999999999999,                TIMESTAMP_EXPIRED
            appid,       1,                                 APP_UNKNOWN
            appid,       999999999999999999,                APP_UNKNOWN
            appid,       9999999999999999999999,            APP_UNKNOWN
            appid,       abc,                               APP_UNKNOWN
            sign,        0123456789abcdef0123456789abcdef,  SIGN_INVALID
            sign,        0123456789ABCDEF,                  SIGN_INVALID
            sign,        0123456789ABCDEF0123456789ABCDEG,  SIGN_INVALID
            sign,        0123456789ABCDEF0123456789ABCDEF0, SIGN_INVALID
            sign,        0123456789ABCDEF0123456789ABCDEF,  SIGN_MISMATCH
            accesstoken, 0123456789abcdef0123456789abcdef,  TOKEN_INVALID
            accesstoken, x,                                 TOKEN_INVALID
            """)
    void everyFaultIsA400WithItsOwnCode(String header, String value, String code) {
        var headers = merchant.headers();
        headers.put(header, value);
        var reply = call(headers);

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.code()).isEqualTo(code);
        assertThat(reply.json().path("data").isEmpty()).isTrue();
        assertThat(reply.msg()).contains(header);
        assertThat(merchant.productList("page", 1).success()).isTrue();
    }

    @Test
    void everythingThatIsWrongWithTheHeadersIsToldAtOnce() {
        var headers = merchant.headers();
        headers.remove("accesstoken");
        headers.put("timestamp", "1500000000");
        headers.put("sign", "0123456789ABCDEF");
        var reply = call(headers);

        assertThat(reply.json()
                        .path("errors")
                        .valueStream()
                        .map(error -> error.path("code").asString()))
                .containsExactly("HEADER_MISSING", "TIMESTAMP_EXPIRED", "SIGN_INVALID");
        assertThat(reply.code()).isEqualTo("HEADER_MISSING");
    }

    @Test
    void aHeaderGivenTwiceIsRefusedEvenIfBothAreRight() {
        for (var name : List.of("appid", "sign", "timestamp", "accesstoken")) {
            var headers = new ArrayList<>(merchant.headers().entrySet());
            headers.add(Map.entry(name, merchant.headers().getOrDefault(name, "")));
            var reply = merchant.send("POST", "/Stock/Product?page=1", headers, new byte[0]);

            assertThat(reply.status()).isEqualTo(400);
            assertThat(reply.code()).isEqualTo("HEADER_REPEATED");
            assertThat(reply.msg()).contains(name);
        }
    }

    @Test
    void aClockMayBeTenMinutesOffAndTheAnswerStatesTheSkewOfOneThatIsMore() {
        long now = platform.clock().instant().getEpochSecond();

        assertThat(call(merchant.headers(now - 540)).success()).isTrue();
        assertThat(call(merchant.headers(now + 590)).success()).isTrue();
        assertThat(skew(call(merchant.headers(now - 700)), "behind")).isBetween(700L, 760L);
        assertThat(skew(call(merchant.headers(now + 700)), "ahead")).isBetween(640L, 700L);
    }

    private static long skew(Reply reply, String direction) {
        assertThat(reply.code()).isEqualTo("TIMESTAMP_EXPIRED");
        var stated = Pattern.compile("is (\\d+) seconds " + direction + " .* which says (\\d+) ")
                .matcher(reply.msg());
        assertThat(stated.find()).as(reply.msg()).isTrue();
        assertThat(Long.parseLong(stated.group(2)))
                .isCloseTo(platform.clock().instant().getEpochSecond(), within(60L));
        // clients set their clocks by it
        assertThat(reply.header("Date")
                        .map(DateTimeFormatter.RFC_1123_DATE_TIME::parse)
                        .map(Instant::from))
                .hasValueSatisfying(date -> assertThat(date).isCloseTo(Instant.now(), within(1, ChronoUnit.MINUTES)));
        return Long.parseLong(stated.group(1));
    }

    @ParameterizedTest
    @CsvSource({"28800,ahead,8", "28950,ahead,8", "-28700,behind,8", "3600,ahead,1", "-50400,behind,14"})
    void aTimestampThatIsWholeHoursOffNamesTheTimeZone(long off, String direction, int hours) {
        var reply = call(merchant.headers(platform.clock().instant().getEpochSecond() + off));

        assertThat(skew(reply, direction)).isCloseTo(Math.abs(off), within(60L));
        assertThat(reply.msg()).contains(hours + " h is the offset of a time zone such as UTC+" + hours + ":");
    }

    @ParameterizedTest
    @CsvSource({"29400", "-1000", "54000", "86400"})
    void aTimestampThatIsOtherwiseOffNamesNone(long off) {
        assertThat(call(merchant.headers(platform.clock().instant().getEpochSecond() + off))
                        .msg())
                .contains("(expected: within 600 seconds)")
                .doesNotContain("zone");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "TS|timestamp followed by the secret",
                "S\\nT|line end",
                "~ ST~|space",
                "S&T|between them",
                "STS|again",
                "AST|the appid"
            })
    void aRightSecretInAWrongFormIsToldAndIsNoGuess(String form, String said) {
        long now = platform.clock().instant().getEpochSecond();
        for (int i = 0; i < 12; i++) {
            var reply = call(merchant, form, now);
            assertThat(reply.status()).isEqualTo(400);
            assertThat(reply.code()).isEqualTo("SIGN_MISMATCH");
            assertThat(reply.msg()).contains(said);
        }
    }

    @Test
    void whereTooManySignsWereWrongNobodyLooksForAMistake() {
        var guesser = merchant.withSecret(WRONG);
        long now = platform.clock().instant().getEpochSecond();
        for (int i = 0; i < 10; i++) {
            assertThat(call(guesser, "TS", now).msg()).contains("does not match");
        }

        assertThat(call(merchant, "TS", now).code()).isEqualTo("TOO_MANY_FAILURES");
        assertThat(merchant.productList("page", 1).success()).isTrue();
    }

    private Reply call(TestMerchant signer, String form, long now) {
        var text = form.replace("\\n", "\n")
                .replace("A", "" + signer.appid())
                .replace("T", "" + now)
                .replace("S", signer.secret().reveal());
        var headers = signer.headers(now);
        headers.put("sign", HexFormat.of().withUpperCase().formatHex(Digest.of("MD5", text.getBytes(UTF_8))));
        return call(headers);
    }

    @Test
    void bothLiveSecretsAreAcceptedAndNoOther() {
        var second = platform.applications()
                .addSecret(Operator.onTheServer(), merchant.appid())
                .orElseThrow()
                .secret();

        assertThat(merchant.productList("page", 1).success()).isTrue();
        assertThat(merchant.withSecret(second).productList("page", 1).success()).isTrue();
        assertThat(merchant.withSecret(WRONG).productList("page", 1).code()).isEqualTo("SIGN_MISMATCH");
    }

    @Test
    void aSuspendedApplicationIsUnknownUntilItIsActiveAgain() {
        var other = platform.throughAnotherApplication(merchant);
        assertThat(merchant.productList("page", 1).success()).isTrue();

        suspend(true);
        awaitCode("APP_UNKNOWN");
        assertThat(other.productList("page", 1).success()).isTrue();
        suspend(false);
        awaitCode("");
    }

    private void suspend(boolean suspended) {
        platform.execute("UPDATE application SET suspended = %s WHERE application_id = %d"
                .formatted(suspended, merchant.appid()));
        platform.execute("SELECT pg_notify('stockroom_credentials', 'application %d')".formatted(merchant.appid()));
    }

    @Test
    void aRevokedTokenIsRefusedAlthoughItIsInTheCacheForAnHour() {
        var other = merchant.withToken(platform.issueToken(merchant, Duration.ofHours(1)));
        assertThat(merchant.productList("page", 1).success()).isTrue();
        var hash = TokenHash.of(merchant.token().reveal()).hex();

        platform.execute("UPDATE access_token SET revoked_at = now() WHERE token_hash = '\\x%s'".formatted(hash));
        platform.execute("SELECT pg_notify('stockroom_credentials', 'token %s')".formatted(hash));

        awaitCode("TOKEN_INVALID");
        assertThat(other.productList("page", 1).success()).isTrue();
    }

    private void awaitCode(String code) {
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(10))
                .atMost(60, SECONDS)
                .until(() -> merchant.productList("page", 1).code().equals(code));
    }

    @Test
    void aTokenExpiresByTheClockOfTheDatabaseAndNotByTheServers() throws InterruptedException {
        platform.clock().move(Duration.ofHours(2));

        assertThat(merchant.productList("page", 1).success()).isTrue();
        // tries another token if this one expired before it was used
        var brief = await().atMost(60, SECONDS)
                .until(
                        () -> merchant.withToken(platform.issueToken(merchant, Duration.ofSeconds(2))),
                        caller -> caller.productList("page", 1).success());
        Thread.sleep(2_050);
        assertThat(brief.productList("page", 1).code()).isEqualTo("TOKEN_INVALID");
    }

    @Test
    void aTokenIsNoGoodForAnotherApplication() {
        var other = platform.throughAnotherApplication(merchant);

        assertThat(merchant.withToken(other.token()).productList("page", 1).code())
                .isEqualTo("TOKEN_INVALID");
        assertThat(merchant.withToken(platform.merchant().token())
                        .productList("page", 1)
                        .code())
                .isEqualTo("TOKEN_INVALID");
        assertThat(other.productList("page", 1).success()).isTrue();
    }

    @Test
    void aTokenThatIsIssuedAfterItWasRefusedIsTakenAtOnce() {
        var merchant = platform.merchant();
        int product = merchant.product();
        var token = "00112233445566778899aabbccddeeff";
        var caller = merchant.withToken(new Secret(token));
        assertThat(caller.stockList(product).code()).isEqualTo("TOKEN_INVALID");

        platform.execute("""
                INSERT INTO access_token (token_hash, application_id, merchant_id, account_id, expires_at)
                VALUES (decode('%s', 'hex'), %d, %d, %d, now() + interval '1 hour')""".formatted(
                TokenHash.of(token).hex(), merchant.appid(), merchant.id().value(), merchant.account()));
        assertThat(caller.stockList(product).code()).isEqualTo("STOCK_NOT_ADDED");
    }

    @Test
    void aSecretIsStoredEncryptedAndATokenOnlyAsItsHash() throws NoSuchAlgorithmException {
        var secret = merchant.secret().reveal();
        var token = merchant.token().reveal();
        var hash = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(token.getBytes(UTF_8)));

        assertThat(platform.query("SELECT count(*) FROM application_secret WHERE octet_length(ciphertext) > 32"
                        + " AND application_id = " + merchant.appid()))
                .isEqualTo("1");
        assertThat(platform.query("SELECT encode(token_hash, 'hex') FROM access_token WHERE application_id = "
                        + merchant.appid()))
                .isEqualTo(hash);
        var tables = platform.query("SELECT string_agg(table_name, ' ') FROM information_schema.tables"
                + " WHERE table_schema = 'public' AND table_type = 'BASE TABLE'");
        assertThat(tables).contains("application_secret", "access_token", "merchant");
        for (var table : tables.split(" ", -1)) {
            for (var plain : List.of(secret, token)) {
                // PostgreSQL prints bytes in hex
                var hex = HexFormat.of().formatHex(plain.getBytes(UTF_8));
                assertThat(platform.query(
                                "SELECT count(*) FROM %1$s t WHERE t::text LIKE '%%%2$s%%' OR t::text LIKE '%%%3$s%%'"
                                        .formatted(table, plain, hex)))
                        .as(table)
                        .isEqualTo("0");
            }
        }
    }

    private Reply call(Map<String, String> headers) {
        return merchant.send("POST", "/Stock/Product?page=1", headers.entrySet(), new byte[0]);
    }
}
