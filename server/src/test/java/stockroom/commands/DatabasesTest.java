package stockroom.commands;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import stockroom.config.Settings;
import stockroom.database.DatabaseAddress;

class DatabasesTest {
    private static final String URL = "jdbc:postgresql://db/stockroom";

    private static Databases databases(Map<String, String> others) {
        var settings = new HashMap<>(Map.of("STOCKROOM_DATABASE_URL", URL));
        settings.putAll(others);
        return new Databases(Settings.read(settings).database());
    }

    @Test
    void aNodeThatServesConnectsWithinASecondWhateverTheSettingIs() {
        assertThat(databases(Map.of("STOCKROOM_DATABASE_CONNECT_TIMEOUT", "7s")).address())
                .isEqualTo(new DatabaseAddress(URL, "stockroom", "", false, Duration.ofSeconds(1)));
    }

    @Test
    void theOwnerHasTheTimeOfTheSetting() {
        assertThat(databases(Map.of("STOCKROOM_DATABASE_OWNER", "owner", "STOCKROOM_DATABASE_OWNER_PASSWORD", "secret"))
                        .ownersAddress())
                .isEqualTo(new DatabaseAddress(URL, "owner", "secret", true, Duration.ofSeconds(5)));
    }

    @Test
    void withoutAnOwnerTheRoleThatServesMigratesAsItself() {
        assertThat(databases(Map.of("STOCKROOM_DATABASE_CONNECT_TIMEOUT", "7s")).ownersAddress())
                .isEqualTo(new DatabaseAddress(URL, "stockroom", "", false, Duration.ofSeconds(7)));
    }
}
