package stockroom.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import stockroom.testing.servers.NextBuild;

class MigrationRulesTest {
    /// The tables are empty when the migrations up to this one run.
    private static final int FIRST_RELEASE = 8;

    @Test
    void noMigrationAfterTheFirstReleaseLocksALargeTableOrBreaksTheVersionBefore() throws IOException {
        try (var files = Files.list(Path.of("src/main/resources/db/migration"))) {
            for (var file : files.toList()) {
                var name = file.getFileName().toString();
                assertThat(name).as("run once, and never again").matches("V\\d+__\\w+\\.sql");
                if (Integer.parseInt(name.substring(1, name.indexOf('_'))) > FIRST_RELEASE) {
                    assertThat(MigrationRules.violations(Files.readString(file)))
                            .as(name)
                            .isEmpty();
                }
            }
        }
    }

    @Test
    void theMigrationsOfTheTrialKeepTheRules() {
        assertThat(NextBuild.MIGRATIONS)
                .allSatisfy((name, sql) ->
                        assertThat(MigrationRules.violations(sql)).as(name).isEmpty());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE INDEX product_title ON product (title)",
                "CREATE UNIQUE INDEX product_title ON product (title)",
                "CREATE INDEX CONCURRENTLY product_title ON product (title)",
                "DROP INDEX product_title",
                "REINDEX TABLE product",
                "ALTER TABLE product ADD COLUMN note text NOT NULL",
                "ALTER TABLE product\n    ADD COLUMN seen timestamptz DEFAULT now()",
                "ALTER TABLE product ALTER COLUMN price TYPE bigint",
                "ALTER TABLE product ALTER COLUMN price SET NOT NULL",
                "ALTER TABLE product ADD CONSTRAINT positive CHECK (price > 0)",
                "ALTER TABLE product ADD FOREIGN KEY (merchant_id) REFERENCES merchant",
                "ALTER TABLE product ADD PRIMARY KEY (product_id)",
                "ALTER TABLE product SET UNLOGGED",
                "UPDATE product SET note = ''",
                "DELETE FROM failed_call",
                "DO $$BEGIN UPDATE product SET note = ''; END$$",
                "CREATE OR REPLACE FUNCTION create_stock() RETURNS void LANGUAGE sql AS $$SELECT 1$$",
                "ALTER TABLE product RENAME COLUMN title TO name",
                "ALTER TABLE product DROP COLUMN title",
                "DROP TABLE product",
                "DROP FUNCTION create_stock",
                "LOCK TABLE product",
                "TRUNCATE failed_call",
            })
    void whatLocksOrBreaksIsSeen(String sql) {
        assertThat(MigrationRules.violations(sql)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE TABLE note (merchant_id bigint PRIMARY KEY)",
                "SET lock_timeout = 0; CREATE INDEX CONCURRENTLY product_title ON product (title)",
                "ALTER TABLE product ADD COLUMN note text",
                "ALTER TABLE product ADD COLUMN note text NOT NULL DEFAULT ''",
                "ALTER TABLE product ADD CONSTRAINT positive CHECK (price > 0) NOT VALID",
                "ALTER TABLE product VALIDATE CONSTRAINT positive",
                "DO $$BEGIN LOOP UPDATE product SET note = ''; COMMIT; END LOOP; END$$",
                "CREATE FUNCTION create_stock_2() RETURNS void LANGUAGE sql AS $$UPDATE product SET note = ''; DELETE FROM stock$$",
                "-- unused since V9\nDROP FUNCTION create_stock",
                "-- unused since V9\nALTER TABLE product DROP COLUMN title",
            })
    void whatDoesNeitherIsNot(String sql) {
        assertThat(MigrationRules.violations(sql)).isEmpty();
    }
}
