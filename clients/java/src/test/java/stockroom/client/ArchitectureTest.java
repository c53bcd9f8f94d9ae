package stockroom.client;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.DataInputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("stockroom.client");

    @Test
    void theClientNeedsJavaAndJacksonAndNothingElse() {
        assertThat(CLASSES).hasSizeGreaterThan(20);
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "stockroom.client",
                        "java..",
                        "javax.net.ssl",
                        "tools.jackson..",
                        "com.fasterxml.jackson.annotation",
                        "org.jspecify.annotations")
                .check(CLASSES);
    }

    @Test
    void theClientStartsNoThreadAndWritesToNoLog() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.util.concurrent.Executors")
                .orShould()
                .dependOnClassesThat()
                .resideInAnyPackage("java.util.logging", "java.net.http")
                .orShould()
                .callMethod(Thread.class, "start")
                .check(CLASSES);
    }

    /// Class files of Java 17 have the number 61.
    @Test
    void theClientRunsOnJava17() throws IOException {
        try (var file = new DataInputStream(
                ArchitectureTest.class.getResourceAsStream("/stockroom/client/StockroomClient.class"))) {
            file.readInt();
            file.readUnsignedShort();
            assertThat(file.readUnsignedShort()).isEqualTo(61);
        }
    }
}
