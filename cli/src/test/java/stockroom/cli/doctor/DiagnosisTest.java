package stockroom.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import stockroom.cli.TestShell;
import stockroom.cli.shell.Secret;
import stockroom.cli.shell.TokenHash;
import tools.jackson.databind.json.JsonMapper;

/// Each test breaks a correct call in one way, and doctor must report exactly that.
class DiagnosisTest {
    private static final long NOW = 1_763_000_000;
    private static final String SECRET = "0f1e2d3c4b5a69788796a5b4c3d2e1f0";
    private static final String TOKEN = "a1b2c3d4e5f60718293a4b5c6d7e8f90";
    private static final String APPID = "10001";

    private static final String ACTIVE = "{\"suspended\":false}";
    private static final String SUSPENDED = "{\"suspended\":true}";
    /// Jackson reads an empty text as a missing node.
    private static final String NOTHING = "";

    static final class Call {
        final List<String[]> headers = new ArrayList<>();
        String given = SECRET;

        @Nullable
        Platform platform;

        Moment.Clock clock = Moment.Clock.ANSWER;

        Call() {
            set("appid", APPID)
                    .set("timestamp", Long.toString(NOW))
                    .sign(SECRET + NOW)
                    .set("accesstoken", TOKEN);
        }

        Call set(String name, String value) {
            drop(name);
            headers.add(new String[] {name, value});
            return this;
        }

        Call drop(String name) {
            headers.removeIf(header -> header[0].equals(name));
            return this;
        }

        Call sign(String text) {
            return set("sign", Digests.md5(text));
        }

        Call given(String secret) {
            given = secret;
            return this;
        }

        Call platform(String application, String token, String merchant) {
            var answers = Map.of(
                    "/applications/10001",
                    application,
                    "/tokens/" + TokenHash.id(TOKEN),
                    token,
                    "/merchants/7",
                    merchant);
            platform = new Platform(path -> JsonMapper.shared().readTree(answers.getOrDefault(path, NOTHING)));
            return this;
        }

        Diagnosis diagnosis() {
            var seen = new Headers();
            headers.forEach(header -> seen.add(header[0], header[1]));
            var moment = new Moment(clock, NOW);
            return Diagnosis.of(seen, moment, new Secret(given), platform, DoctorCommand.NO_KEY);
        }
    }

    private static Arguments planted(FindingKind fault, String text, Consumer<Call> spoil) {
        return arguments(fault, text, spoil);
    }

    static Stream<Arguments> faults() {
        var right = Digests.md5(SECRET + NOW);
        return Stream.of(
                planted(FindingKind.HEADER_MISSING, "accesstoken: missing", call -> call.drop("accesstoken")),
                planted(
                        FindingKind.HEADER_MISSING,
                        "there is access_token instead",
                        call -> call.drop("accesstoken").set("access_token", TOKEN)),
                planted(FindingKind.HEADER_EMPTY, "appid: empty", call -> call.set("appid", " ")),
                planted(
                        FindingKind.HEADER_REPEATED,
                        "sign: came 2 times",
                        call -> call.headers.add(new String[] {"Sign", right})),
                planted(
                        FindingKind.TIMESTAMP_NOT_DIGITS,
                        "2026-11-15T03:40:39Z",
                        call -> call.set("timestamp", "2026-11-15T03:40:39Z")),
                planted(
                        FindingKind.TIMESTAMP_MILLISECONDS,
                        "1763000000",
                        call -> call.set("timestamp", NOW + "123").sign(SECRET + NOW + "123")),
                planted(
                        FindingKind.TIMESTAMP_BEHIND,
                        "601 seconds behind the server's clock",
                        call -> call.set("timestamp", "" + (NOW - 601)).sign(SECRET + (NOW - 601))),
                planted(
                        FindingKind.TIMESTAMP_AHEAD,
                        "28800 seconds ahead of the server's clock",
                        call -> call.set("timestamp", "" + (NOW + 28_800)).sign(SECRET + (NOW + 28_800))),
                planted(
                        FindingKind.SIGN_AND_TOKEN_SWAPPED,
                        "other way round",
                        call -> call.set("sign", TOKEN).set("accesstoken", right)),
                planted(
                        FindingKind.SIGN_LOWER_CASE,
                        "lower-case",
                        call -> call.set("sign", right.toLowerCase(Locale.ROOT))),
                planted(
                        FindingKind.SIGN_16_CHARACTERS,
                        "16-character",
                        call -> call.set("sign", right.substring(8, 24))),
                planted(FindingKind.SIGN_SHA_256, "64 characters", call -> call.set("sign", "AB".repeat(32))),
                planted(FindingKind.SIGN_SHA_1, "40 characters", call -> call.set("sign", "AB".repeat(20))),
                planted(FindingKind.SIGN_BASE64, "Base64", call -> call.set("sign", "XrY7u+Abv8dRkV1+Yg4Zrw==")),
                planted(FindingKind.SIGN_NOT_HEX, "34 characters", call -> call.set("sign", "\"" + right + "\"")),
                planted(FindingKind.SIGN_WRONG_LENGTH, "31 characters", call -> call.set("sign", right.substring(1))),
                planted(FindingKind.APPID_NOT_DIGITS, "appid: demo-erp", call -> call.set("appid", "demo-erp")),
                planted(FindingKind.APPID_SPACE, "invisible", call -> call.set("appid", "\u200b10001")),
                planted(
                        FindingKind.SECRET_SPACE,
                        "a space at the end of the secret",
                        call -> call.sign(SECRET + " " + NOW)),
                planted(FindingKind.SECRET_SPACE, "a line feed at the end", call -> call.sign(SECRET + "\n" + NOW)),
                planted(FindingKind.SECRET_SPACE, "a space before the secret", call -> call.sign(" " + SECRET + NOW)),
                planted(
                        FindingKind.SECRET_SPACE,
                        "a space at the end",
                        call -> call.sign(SECRET + " " + NOW).given(SECRET + " ")),
                planted(FindingKind.SECRET_QUOTES, "quotation marks", call -> call.sign("\"" + SECRET + "\"" + NOW)),
                planted(FindingKind.ORDER_REVERSED, "secret first", call -> call.sign(NOW + SECRET)),
                planted(FindingKind.SEPARATOR, "separator", call -> call.sign(SECRET + "&" + NOW)),
                planted(
                        FindingKind.SECRET_CASE,
                        "upper case",
                        call -> call.sign(SECRET.toUpperCase(Locale.ROOT) + NOW)),
                planted(FindingKind.SIGNED_WITH_TOKEN, "access token instead", call -> call.sign(TOKEN + NOW)),
                planted(FindingKind.SIGNED_MORE, "more than secret", call -> call.sign(APPID + SECRET + NOW)),
                planted(FindingKind.SIGNED_SECRET_ALONE, "alone", call -> call.sign(SECRET)),
                planted(FindingKind.SIGNED_HMAC, "HMAC", call -> call.set("sign", Digests.hmacMd5(SECRET, "" + NOW))),
                planted(
                        FindingKind.SIGNED_TWICE,
                        "MD5 of the correct sign",
                        call -> call.sign(right.toLowerCase(Locale.ROOT))),
                planted(
                        FindingKind.SIGNED_UTF_16,
                        "UTF-16",
                        call -> call.set("sign", Digests.md5((SECRET + NOW).getBytes(StandardCharsets.UTF_16LE)))),
                planted(
                        FindingKind.SECRET_DECODED,
                        "decoded",
                        call -> call.set(
                                "sign",
                                Digests.md5(HexFormat.of()
                                        .parseHex(SECRET
                                                + HexFormat.of()
                                                        .formatHex(("" + NOW).getBytes(StandardCharsets.US_ASCII)))))),
                planted(FindingKind.SIGNED_OTHER_TIMESTAMP, "3 seconds earlier", call -> call.sign(SECRET + (NOW - 3))),
                planted(
                        FindingKind.SIGNED_OTHER_TIMESTAMP,
                        "7200 seconds later",
                        call -> call.sign(SECRET + (NOW + 7_200))),
                planted(FindingKind.SIGNED_MILLISECONDS, "milliseconds", call -> call.sign(SECRET + NOW + "417")),
                planted(FindingKind.SIGNED_MILLISECONDS, "milliseconds", call -> call.sign(SECRET + NOW + "000")),
                planted(FindingKind.SIGN_MISMATCH, "does not fit", call -> call.sign("another secret" + NOW)),
                planted(FindingKind.TOKEN_IS_SECRET, "secret", call -> call.set("accesstoken", SECRET)),
                planted(FindingKind.TOKEN_IS_SIGN, "same as the sign", call -> call.set("accesstoken", right)),
                planted(
                        FindingKind.TOKEN_WRONG_LENGTH,
                        "31 characters",
                        call -> call.set("accesstoken", TOKEN.substring(1))),
                planted(
                        FindingKind.TOKEN_UPPER_CASE,
                        "upper-case",
                        call -> call.set("accesstoken", TOKEN.toUpperCase(Locale.ROOT))),
                planted(
                        FindingKind.TOKEN_SPACE,
                        "space",
                        call -> call.set("accesstoken", TOKEN.substring(0, 16) + " " + TOKEN.substring(16))),
                planted(
                        FindingKind.TOKEN_NOT_HEX,
                        "0-9 and a-f",
                        call -> call.set("accesstoken", TOKEN.replace('f', 'g'))),
                planted(
                        FindingKind.APP_SUSPENDED,
                        "10001 is suspended",
                        call -> call.platform(SUSPENDED, token(10_001, 60, null), ACTIVE)),
                planted(
                        FindingKind.APP_UNKNOWN,
                        "10001 is not an application",
                        call -> call.platform(NOTHING, token(10_001, 60, null), NOTHING)),
                planted(FindingKind.TOKEN_UNKNOWN, "never issued", call -> call.platform(ACTIVE, NOTHING, ACTIVE)),
                planted(
                        FindingKind.TOKEN_EXPIRED,
                        "expired at 2025-11-13T02:12:20Z",
                        call -> call.platform(ACTIVE, token(10_001, -60, null), ACTIVE)),
                planted(
                        FindingKind.TOKEN_REVOKED,
                        "revoked at 2025-11-13T02:13:00Z",
                        call -> call.platform(ACTIVE, token(10_001, 60, Instant.ofEpochSecond(NOW - 20)), ACTIVE)),
                planted(
                        FindingKind.TOKEN_OF_OTHER_APPLICATION,
                        "issued to application 10002",
                        call -> call.platform(ACTIVE, token(10_002, 60, null), ACTIVE)),
                planted(
                        FindingKind.MERCHANT_SUSPENDED,
                        "merchant 7",
                        call -> call.platform(ACTIVE, token(10_001, 60, null), SUSPENDED)));
    }

    private static String token(long application, long secondsLeft, @Nullable Instant revokedAt) {
        return JsonMapper.shared()
                .createObjectNode()
                .put("applicationId", application)
                .put("merchantId", 7)
                .put("expiresAt", Instant.ofEpochSecond(NOW + secondsLeft).toString())
                .put("revokedAt", revokedAt == null ? null : revokedAt.toString())
                .toString();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("faults")
    void namesThePlantedFaultAndNoOther(FindingKind fault, String text, Consumer<Call> spoil) {
        var call = new Call();
        spoil.accept(call);

        var diagnosis = call.diagnosis();

        assertThat(diagnosis.findings())
                .extracting(Finding::code)
                .startsWith(fault)
                .containsOnly(fault);
        assertThat(diagnosis.findings().getFirst().msg()).contains(text);
        assertThat(diagnosis.text() + diagnosis.json())
                .doesNotContainIgnoringCase(SECRET)
                .doesNotContainIgnoringCase(TOKEN)
                .doesNotContainIgnoringCase(Digests.md5(SECRET + NOW));
    }

    @Test
    void everyFaultIsPlantedAtLeastOnce() {
        assertThat(faults().map(planted -> planted.get()[0]).distinct())
                .containsExactlyInAnyOrderElementsOf(Stream.of(FindingKind.values())
                        .filter(fault -> fault != FindingKind.ANSWER && !fault.isNote())
                        .toList());
    }

    @Test
    void aRightCallHasNoFindingAndSaysWhatWasNotChecked() {
        var diagnosis = new Call().diagnosis();

        assertThat(diagnosis.findings()).isEmpty();
        assertThat(diagnosis.checked()).contains("whether the sign fits the secret");
        assertThat(diagnosis.unchecked()).hasSize(1).first().asString().contains("stockroom profile set");
    }

    @Test
    void aSpaceAtTheEndOfTheSecretGivenHereIsOnlyANoteWhereTheSignIsRight() {
        var diagnosis = new Call().given(SECRET + " ").diagnosis();

        assertThat(diagnosis.findings()).isEmpty();
        assertThat(diagnosis.notes()).extracting(Finding::code).containsExactly(FindingKind.GIVEN_SECRET_SPACE);
        assertThat(diagnosis.text()).startsWith("Nothing wrong was found.").contains("GIVEN_SECRET_SPACE");
        assertThat(diagnosis.json().path("notes").path(0).path("code").asString())
                .isEqualTo("GIVEN_SECRET_SPACE");
    }

    @ParameterizedTest
    @EnumSource(FindingKind.class)
    void theCommandsOfRemediesExist(FindingKind fault, @TempDir Path home) {
        for (var named = Pattern.compile("stockroom( [a-z][a-z-]*)+").matcher(fault.remedy); named.find(); ) {
            var words = (named.group() + " --help").split(" ", -1);
            var help = new TestShell(home).run(Arrays.copyOfRange(words, 1, words.length));

            assertThat(help.code()).isZero();
            assertThat(help.out()).startsWith("Usage: " + named.group() + " ");
        }
    }

    @Test
    void severalFaultsComeInTheOrderTheServerLooks() {
        var call = new Call()
                .drop("accesstoken")
                .set("timestamp", "" + (NOW - 5_000))
                .sign(NOW - 5_000 + SECRET);

        assertThat(call.diagnosis().findings())
                .extracting(Finding::code)
                .containsExactly(FindingKind.HEADER_MISSING, FindingKind.TIMESTAMP_BEHIND, FindingKind.ORDER_REVERSED);
    }

    @Test
    void millisecondsThatWereSignedAsSecondsAreOneFault() {
        assertThat(new Call().set("timestamp", NOW + "123").diagnosis().findings())
                .extracting(Finding::code)
                .containsExactly(FindingKind.TIMESTAMP_MILLISECONDS);
    }

    @Test
    void aCallOfTheDayBeforeMayOnlyBeOld() {
        var call = new Call().set("timestamp", "" + (NOW - 90_000)).sign(SECRET + (NOW - 90_000));
        call.clock = Moment.Clock.SERVER;

        assertThat(call.diagnosis().findings().getFirst().msg()).endsWith("give its time with --at");
    }

    @Test
    void spaceAroundAHeaderIsNoFaultBecauseHttpIgnoresIt() {
        assertThat(new Call()
                        .set("accesstoken", " " + TOKEN + " \t")
                        .diagnosis()
                        .findings())
                .isEmpty();
    }
}
