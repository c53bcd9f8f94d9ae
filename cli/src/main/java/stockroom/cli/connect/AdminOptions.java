package stockroom.cli.connect;

import java.util.function.Consumer;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import stockroom.cli.shell.Shell;
import stockroom.cli.show.Csv;
import stockroom.cli.show.Details;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

public class AdminOptions extends ConnectOptions {
    @Mixin
    private final FormatOptions format = new FormatOptions();

    public AdminOptions(Shell shell) {
        super(shell);
    }

    final FormatOptions format() {
        return format;
    }

    public final boolean isJson() {
        return format.isJson();
    }

    public final boolean isForPeople() {
        return !format.isJson() && !format.isCsv();
    }

    public static ObjectNode body() {
        return JsonMapper.shared().createObjectNode();
    }

    public final void show(Function<AdminClient, Reply> call) {
        try (var client = client()) {
            print(call.apply(client), thing -> Details.print(shell().screen(), thing));
        }
    }

    public final void showOnce(String secret, Function<AdminClient, Reply> call) {
        show(call);
        if (isForPeople()) {
            shell().out().flush();
            shell().err().println("The " + secret + " is not shown again: store it now in a safe place.");
        }
    }

    public final void print(Reply reply, Consumer<JsonNode> forPeople) {
        if (format.isJson()) {
            shell().out().println(reply.text());
        } else if (format.isCsv()) {
            Csv.print(shell().out(), reply.json());
        } else {
            forPeople.accept(reply.json());
        }
    }

    public final void print(ObjectNode thing) {
        if (format.isJson()) {
            shell().out().println(thing);
        } else if (format.isCsv()) {
            Csv.print(shell().out(), thing);
        } else {
            Details.print(shell().screen(), thing);
        }
    }
}
