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

/// Where the database is and who we are there.
///
/// @param url a JDBC address, `jdbc:postgresql://host:port/name`; several hosts are tried for the primary
/// @param isOwner whether the user is that of `database.owner`
/// @param connectTimeout how long connecting to one of the hosts may take; rounded up to whole seconds
public record DatabaseAddress(String url, String user, String password, boolean isOwner, Duration connectTimeout) {
    /// A node that serves has to notice soon that another host is the primary.
    private static final Duration CONNECT_TIMEOUT_WHILE_SERVING = Duration.ofSeconds(1);

    private static final Pattern HOSTS = Pattern.compile("(?<=^jdbc:postgresql://)[^/?]+");

    /// The address as a node uses it while it serves.
    public DatabaseAddress(String url, String user, String password) {
        this(url, user, password, false, CONNECT_TIMEOUT_WHILE_SERVING);
    }

    /// @param socketTimeout how long one read from the database may take; whole seconds, at least one
    Properties properties(Duration socketTimeout) {
        var properties = connectProperties();
        properties.setProperty("user", user);
        properties.setProperty("password", password);
        properties.setProperty("ApplicationName", "stockroom");
        properties.setProperty("socketTimeout", Long.toString(Math.max(1, socketTimeout.toSeconds())));
        properties.setProperty("tcpKeepAlive", "true");
        // details of an error quote rows, and errors are logged
        properties.setProperty("logServerErrorDetail", "false");
        return properties;
    }

    /// What bounds connecting. The driver reads strings alone; of another type it takes no notice.
    public Properties connectProperties() {
        var properties = new Properties();
        long seconds = Math.ceilDiv(connectTimeout.toMillis(), 1_000);
        properties.setProperty("targetServerType", "primary");
        // a standby may be the primary a moment later; by default the driver believes for ten seconds that it is not
        properties.setProperty("hostRecheckSeconds", "1");
        properties.setProperty("connectTimeout", Long.toString(seconds));
        // a host that accepts connections and then stays silent
        properties.setProperty("sslResponseTimeout", Long.toString(seconds * 1_000));
        // all hosts together, and half a second for the handshake
        properties.setProperty("loginTimeout", "%d.5".formatted(seconds * hosts()));
        return properties;
    }

    /// For as long as it takes, without a time-out of a statement.
    public Connection connect() throws SQLException {
        var properties = connectProperties();
        properties.setProperty("user", user);
        properties.setProperty("password", password);
        return DriverManager.getConnection(url, properties);
    }

    /// The database of the same name at another node of its cluster.
    public DatabaseAddress at(String host, int port) {
        var node = "jdbc:postgresql://%s:%d/".formatted(host.contains(":") ? "[" + host + "]" : host, port);
        var there = url.replaceFirst("^jdbc:postgresql:(//[^/?]*/?)?", Matcher.quoteReplacement(node));
        return new DatabaseAddress(there, user, password, isOwner, connectTimeout);
    }

    /// Each of its hosts alone, whether it is the primary or a standby.
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

    /// Its host and port.
    public String node() {
        var hosts = HOSTS.matcher(url);
        return hosts.find() ? hosts.group() : "localhost";
    }

    private long hosts() {
        return 1 + url.split("\\?", 2)[0].chars().filter(c -> c == ',').count();
    }

    /// Neither the password nor the address' parameters, which may hold one.
    @Override
    public String toString() {
        return url.split("\\?", 2)[0];
    }
}
