package stockroom.http.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import stockroom.testing.http.ConstantRateCalls;
import stockroom.testing.http.MerchantDescription;
import stockroom.testing.http.OpenApi;
import stockroom.testing.http.Reply;
import stockroom.testing.platform.Platform;

/// The validation reports everything in responses that is not described.
class StrictDescriptionTest {
    private static final OpenApi OPEN_API = MerchantDescription.read().openApi();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "418|{}||the status is not described",
                "200|{'success':true,'totalPages':1,'data':[],'more':1}||'more' is not defined",
                "200|{'success':false,'totalPages':1,'data':[]}||success is not false where there is a code",
                "200|{'success':true,'totalPages':'1','data':[]}||string found, integer expected",
                "200|{'success':true,'totalPages':1}||required property 'data' not found",
                "200|{'success':true,'totalPages':1,'data':[{'id':1,'artNo':'A','pic':'','x':1}]}||'x' is not defined",
                "400|{'success':false,'msg':'m','code':'NEW','requestId':'@','totalPages':0,'data':[]}||enumeration",
                "400|{'success':false,'msg':'m','code':'ID_INVALID','requestId':'@','totalPages':0,'data':[]}||enumeration",
                "400|{'success':false,'msg':'m','code':'PAGE_INVALID','requestId':'@','totalPages':0,'data':''}||array expected",
                "400|{'success':false,'msg':'m','code':'PAGE_INVALID','requestId':'@'}||'data' not found",
                "400|{'success':false,'msg':'m','code':'PAGE_INVALID','requestId':'0123456789abcdee','totalPages':0,'data':[]}||requestId",
                "400|{'success':false,'msg':'m','code':'PAGE_INVALID','requestId':'@','totalPages':0,'data':[],'x':1}||unevaluated",
                "503|{'success':false,'msg':'m','code':'OVERLOADED','requestId':'@','totalPages':0,'data':[]}||Retry-After is missing",
                "200|{'success':true,'totalPages':1,'data':[]}|X-New|header x-new"
            })
    void anAnswerThatIsNotAsDescribedFailsTheTest(int status, String body, String header, String violation) {
        var judge = new MerchantDescription(OPEN_API);
        var headers = new HashMap<String, List<String>>();
        headers.put("content-type", List.of("application/json"));
        headers.put("x-request-id", List.of("0123456789abcdef"));
        if (header != null) {
            headers.put(header.toLowerCase(Locale.ROOT), List.of("1"));
        }
        var reply = new Reply(
                status,
                HttpHeaders.of(headers, (_, _) -> true),
                body.replace('\'', '"').replace("@", "0123456789abcdef").getBytes(UTF_8),
                Duration.ZERO);

        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> judge.checked("POST", "/Stock/Product", reply))
                .withMessageContaining(violation);
    }

    @Test
    void anAnswerThatIsNotAsDescribedFailsAlsoWhereCallsAreMadeInTheBackground() throws InterruptedException {
        var called = new CountDownLatch(1);
        var calls = new ConstantRateCalls(100, _ -> {
            called.countDown();
            throw new AssertionError("not as described");
        });
        called.await();

        assertThatExceptionOfType(AssertionError.class).isThrownBy(calls::close).withMessage("not as described");
    }

    @Test
    void aMissingRequestIdFailsTheTestAndSoDoesARefusedMethodThatIsDescribed() {
        var judge = new MerchantDescription(OPEN_API);
        var merchant = Platform.shared().merchant();
        var reply = merchant.send("GET", "/Stock/List", Set.of(), "".getBytes(UTF_8));
        var withoutId = new Reply(
                200,
                HttpHeaders.of(Map.of("content-type", List.of("application/json")), (_, _) -> true),
                "{\"success\":true,\"totalPages\":0,\"data\":[]}".getBytes(UTF_8),
                Duration.ZERO);

        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> judge.checked("POST", "/Stock/List", reply))
                .withMessageContaining("the method is described");
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> judge.checked("POST", "/Stock/Product", withoutId))
                .withMessageContaining("X-Request-Id is missing");
    }
}
