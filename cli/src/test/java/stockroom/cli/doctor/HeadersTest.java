package stockroom.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class HeadersTest {
    @Test
    void readsRawLinesWithTheirRequestLine() {
        var headers = Headers.pasted("POST /Stock/Product HTTP/1.1\nHost: x:80\nAppId: 10001\nsign:\n");

        assertThat(headers.only("appid")).isEqualTo("10001");
        assertThat(headers.all("sign")).containsExactly("");
        assertThat(headers.names()).containsExactly("appid", "host", "sign");
    }

    @Test
    void readsWhatCurlSaysOfTheRequestAndNothingOfTheAnswer() {
        var headers = Headers.pasted("""
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
        assertThat(Moment.pasted("> Date: x\n< date: Sun, 15 Nov 2026 03:52:53 GMT"))
                .contains(new Moment(
                        Moment.Clock.ANSWER,
                        Instant.parse("2026-11-15T03:52:53Z").getEpochSecond()));
    }

    @Test
    void readsACurlCommandOverSeveralLines() {
        var headers = Headers.pasted("""
                $ curl -sS http://127.0.0.1:8080/Stock/Product -H 'appid: 10001' \\
                    -H "sign: A\\"B" --header timestamp:\\ 17 -Haccesstoken:abc --header='x: it'\\''s' -d 'y: 1'
                """);

        assertThat(headers.only("appid")).isEqualTo("10001");
        assertThat(headers.only("sign")).isEqualTo("A\"B");
        assertThat(headers.only("timestamp")).isEqualTo("17");
        assertThat(headers.only("accesstoken")).isEqualTo("abc");
        assertThat(headers.only("x")).isEqualTo("it's");
        assertThat(headers.names()).doesNotContain("y");
    }

    @Test
    void keepsAHeaderThatCameTwice() {
        assertThat(Headers.pasted("sign: A\nSIGN: B").all("sign")).containsExactly("A", "B");
    }
}
