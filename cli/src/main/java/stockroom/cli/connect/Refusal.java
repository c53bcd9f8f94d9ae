package stockroom.cli.connect;

import java.nio.charset.StandardCharsets;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.shell.ExitCode;
import stockroom.cli.show.Text;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class Refusal {
    private static final int SHOWN_OF_OTHER_ANSWERS = 200;
    private static final String ELSEWHERE = "is this the address of the admin API?";

    private Refusal() {}

    static boolean mayPass(int status) {
        return status == 502 || status == 503 || status == 504;
    }

    static CommandFailure of(int status, byte[] body) {
        return new CommandFailure(exitCode(status, body), message(status, body));
    }

    private static int exitCode(int status, byte[] body) {
        return switch (status) {
            case 401, 403 -> ExitCode.NOT_ALLOWED;
            case 404 -> saysNotFound(status, body) ? ExitCode.NOT_FOUND : ExitCode.REFUSED;
            case 502, 503, 504 -> ExitCode.UNREACHABLE;
            default -> ExitCode.REFUSED;
        };
    }

    /// Tells whether the 404 comes from the admin API and not from another server at a wrong address.
    static boolean saysNotFound(int status, byte[] body) {
        return status == 404 && failure(body).path("code").asString("").equals("NOT_FOUND");
    }

    private static JsonNode failure(byte[] body) {
        try {
            return JsonMapper.shared().readTree(body);
        } catch (JacksonException e) {
            return JsonMapper.shared().missingNode();
        }
    }

    private static String message(int status, byte[] body) {
        var failure = failure(body);
        if (!failure.path("msg").isString()) {
            var text = Text.plain(new String(body, StandardCharsets.UTF_8));
            return "HTTP %d without the service's failure body; %s %s"
                    .formatted(status, ELSEWHERE, Text.cut(text, SHOWN_OF_OTHER_ANSWERS));
        }
        var headline = Text.plain(failure.path("msg").asString());
        var message = new StringBuilder(headline);
        for (var error : failure.path("errors")) {
            var at = Text.plain(error.path("at").asString(""));
            var what = Text.plain(error.path("msg").asString(""));
            if (!what.equals(headline)) {
                message.append("\n  ").append(what.startsWith(at) ? what : at + ": " + what);
            }
        }
        if (status == 404 && !saysNotFound(status, body)) {
            message.append("\n  ").append(ELSEWHERE);
        }
        return message.append("\n  code ")
                .append(Text.plain(failure.path("code").asString("")))
                .append(", request id ")
                .append(Text.plain(failure.path("requestId").asString("")))
                .toString();
    }
}
