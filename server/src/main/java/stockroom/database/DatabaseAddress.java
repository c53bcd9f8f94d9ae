package stockroom.database;

import java.util.Properties;

/// Where the database is and who we are there.
///
/// @param url a JDBC address, `jdbc:postgresql://host:port/name`; several hosts are tried for the primary
public record DatabaseAddress(String url, String user, String password) {

    Properties properties() {
        var properties = new Properties();
        properties.setProperty("user", user);
        properties.setProperty("password", password);
        properties.setProperty("ApplicationName", "stockroom");
        properties.setProperty("targetServerType", "primary");
        properties.setProperty("connectTimeout", "5");
        properties.setProperty("tcpKeepAlive", "true");
        // details of an error quote rows, and errors are logged
        properties.setProperty("logServerErrorDetail", "false");
        return properties;
    }

    /// Neither the password nor the address' parameters, which may hold one.
    @Override
    public String toString() {
        return url.split("\\?", 2)[0];
    }
}
