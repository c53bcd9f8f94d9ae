package stockroom.cli.connect;

import java.util.Map;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.shell.ExitCode;
import stockroom.cli.show.Text;

/// A person's id or name. A name has more than digits.
public record PersonName(String text) {
    public long id(AdminClient client) {
        if (text.matches("[0-9]{1,18}")) {
            return Long.parseLong(text);
        }
        var found = client.get("/people", Map.of("name", text)).json().path("items");
        if (found.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.NOT_FOUND,
                    "there is no person %1$s (expected: an id or a name)\n  stockroom person list --search %1$s",
                    Text.plain(text));
        }
        return found.get(0).path("personId").asLong();
    }

    public String path(AdminClient client) {
        return "/people/" + id(client);
    }

    @Override
    public String toString() {
        return text;
    }
}
