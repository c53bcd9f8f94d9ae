package stockroom.cli.connect;

import java.nio.charset.StandardCharsets;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.shell.ExitCode;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

public final class Reply {
    private static final JsonMapper JSON = JsonMapper.shared();

    private final byte[] body;

    Reply(byte[] body) {
        this.body = body;
    }

    public int size() {
        return body.length;
    }

    public String text() {
        return new String(body, StandardCharsets.UTF_8).strip();
    }

    public JsonNode json() {
        try {
            return JSON.readTree(body);
        } catch (JacksonException e) {
            throw new CommandFailure(
                    ExitCode.UNREACHABLE,
                    "the response is not JSON; is this the address of the admin API? " + e.getOriginalMessage());
        }
    }
}
