package stockroom.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The address of a database, and who connects to it.
///
/// @param url has the form `jdbc:postgresql://host:port/name`; with several hosts, the primary is used
/// @param isOwner marks the user of `database.owner`
/// @param connectTimeout applies to each host and is rounded up to whole seconds
public record DatabaseAddress(String url, String user, String password, boolean isOwner, Duration connectTimeout) {
    /// A serving node must soon notice that another host is the primary.
    private static final Duration CONNECT_TIMEOUT_WHILE_SERVING = Duration.ofSeconds(1);

    private static final Pattern HOSTS = Pattern.compile("(?<=^jdbc:postgresql://)[^/?]+");

    public DatabaseAddress(String url, String user, String password) {
        this(url, user, password, false, CONNECT_TIMEOUT_WHILE_SERVING);
    }

    Properties properties(Duration socketTimeout) {
        var properties = connectProperties();
        properties.setProperty("user", user);
        properties.setProperty("password", password);
        properties.setProperty("ApplicationName", "stockroom");
        properties.setProperty("socketTimeout", Long.toString(Math.max(1, socketTimeout.toSeconds())));
        properties.setProperty("tcpKeepAlive", "true");
        // error details quote rows, and errors are logged
        properties.setProperty("logServerErrorDetail", "false");
        return properties;
    }

    /// All values are strings, since the driver ignores other types.
    public Properties connectProperties() {
        var properties = new Properties();
        long seconds = Math.ceilDiv(connectTimeout.toMillis(), 1_000);
        properties.setProperty("targetServerType", "primary");
        // the driver would otherwise remember for ten seconds that a host is a standby, which may have become the
        // primary
        properties.setProperty("hostRecheckSeconds", "1");
        properties.setProperty("connectTimeout", Long.toString(seconds));
        // limits the wait for a host that accepts connections and then stays silent
        properties.setProperty("sslResponseTimeout", Long.toString(seconds * 1_000));
        // limits all hosts together, with half a second for the handshake
        properties.setProperty("loginTimeout", "%d.5".formatted(seconds * hosts()));
        return properties;
    }

    /// Sets no time-out for statements.
    public Connection connect() throws SQLException {
        var properties = connectProperties();
        properties.setProperty("user", user);
        properties.setProperty("password", password);
        return DriverManager.getConnection(url, properties);
    }

    public DatabaseAddress at(String host, int port) {
        var node = "jdbc:postgresql://%s:%d/".formatted(host.contains(":") ? "[" + host + "]" : host, port);
        var there = url.replaceFirst("^jdbc:postgresql:(//[^/?]*/?)?", Matcher.quoteReplacement(node));
        return new DatabaseAddress(there, user, password, isOwner, connectTimeout);
    }

    public List<DatabaseAddress> nodes() {
        var hosts = HOSTS.matcher(url);
        if (!hosts.find()) {
            return List.of(this);
        }
        return Arrays.stream(hosts.group().split(",", -1))
                .map(host -> hosts.replaceFirst(Matcher.quoteReplacement(host)))
                .map(alone -> alone + (alone.contains("?") ? "&" : "?") + "targetServerType=any")
                .map(alone -> new DatabaseAddress(alone, user, password))
                .toList();
    }

    public String node() {
        var hosts = HOSTS.matcher(url);
        return hosts.find() ? hosts.group() : "localhost";
    }

    private long hosts() {
        return 1 + url.split("\\?", 2)[0].chars().filter(c -> c == ',').count();
    }

    /// Omits the password and the parameters, which may contain one.
    @Override
    public String toString() {
        return url.split("\\?", 2)[0];
    }
}
