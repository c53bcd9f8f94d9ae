package stockroom.cli.connect;

import picocli.CommandLine.Option;

/// Required options of a call. In `doctor` they are optional, so it has its own.
public final class CallOptions {
    @Option(names = "--appid", paramLabel = "N", required = true, description = "The application's id.")
    private long appid;

    @Option(
            names = "--url",
            paramLabel = "URL",
            defaultValue = "http://127.0.0.1:8080",
            description = "Address of the merchant API (default: ${DEFAULT-VALUE}).")
    private String url = "";

    @Option(names = "--json", description = "Prints JSON, for programs.")
    private boolean json;

    public long appid() {
        return appid;
    }

    public String url() {
        return url;
    }

    public boolean isJson() {
        return json;
    }
}
