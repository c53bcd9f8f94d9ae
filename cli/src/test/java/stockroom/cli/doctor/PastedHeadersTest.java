package stockroom.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class PastedHeadersTest {
    @Test
    void readsRawLinesWithTheirRequestLine() {
        var headers = PastedHeaders.read("POST /Stock/Product HTTP/1.1\nHost: x:80\nAppId: 10001\nsign:\n");

        assertThat(headers.only("appid")).contains("10001");
        assertThat(headers.all("sign")).containsExactly("");
        assertThat(headers.names()).containsExactly("appid", "host", "sign");
    }

    @Test
    void readsWhatCurlSaysOfTheRequestAndNothingOfTheAnswer() {
        var headers = PastedHeaders.read("""
                * Connected to 127.0.0.1: ok
                > POST /Stock/Product HTTP/1.1
                > appid: 10001
                > accesstoken: abc
                >
                < HTTP/1.1 400 Bad Request
                < sign: of the answer
                {"success":false,"msg":"sign: …"}
                """);

        assertThat(headers.names()).containsExactly("accesstoken", "appid");
        assertThat(PastedHeaders.dateOfAnswer("> Date: x\n< date: Sun, 15 Nov 2026 03:52:53 GMT"))
                .contains(Instant.parse("2026-11-15T03:52:53Z"));
    }

    @Test
    void readsACurlCommandOverSeveralLines() {
        var headers = PastedHeaders.read("""
                $ curl -sS http://127.0.0.1:8080/Stock/Product -H 'appid: 10001' \\
                    -H "sign: A\\"B" --header timestamp:\\ 17 -Haccesstoken:abc --header='x: it'\\''s' -d 'y: 1'
                """);

        assertThat(headers.only("appid")).contains("10001");
        assertThat(headers.only("sign")).contains("A\"B");
        assertThat(headers.only("timestamp")).contains("17");
        assertThat(headers.only("accesstoken")).contains("abc");
        assertThat(headers.only("x")).contains("it's");
        assertThat(headers.names()).doesNotContain("y");
    }

    @Test
    void keepsAHeaderThatCameTwice() {
        assertThat(PastedHeaders.read("sign: A\nSIGN: B").all("sign")).containsExactly("A", "B");
    }
}
