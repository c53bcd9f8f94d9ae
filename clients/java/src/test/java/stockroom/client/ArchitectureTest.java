package stockroom.client;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("stockroom.client");

    @Test
    void theClientNeedsJavaAndTheParserOfJacksonAndNothingElse() {
        assertThat(CLASSES).hasSizeGreaterThan(20);
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "stockroom.client..",
                        "java..",
                        "javax.net.ssl",
                        "tools.jackson.core..",
                        "org.jspecify.annotations")
                .check(CLASSES);
    }

    @Test
    void productsAndStockDependOnNothingElseOfTheClient() {
        classes()
                .that()
                .resideInAPackage("stockroom.client.model")
                .should()
                .onlyDependOnClassesThat()
                .resideOutsideOfPackages("stockroom.client", "stockroom.client.internal..")
                .check(CLASSES);
    }

    @Test
    void publicSignaturesHaveTypesOfTheJdkAndPublicTypesOfTheClientOnly() {
        var seen = CLASSES.stream()
                .filter(ArchitectureTest::isVisible)
                .flatMap(ArchitectureTest::typesInSignatures)
                .collect(Collectors.toSet());

        assertThat(seen)
                .extracting(JavaClass::getSimpleName)
                .contains("StockEntry", "Violation", "Duration", "Optional", "Stream");
        assertThat(seen).allSatisfy(type -> {
            var each = type.getBaseComponentType();
            assertThat(each.isPrimitive() || each.getPackageName().matches("javax?\\..*") || isVisible(each))
                    .as(each.getName())
                    .isTrue();
        });
    }

    private static boolean isVisible(JavaClass type) {
        return !type.getPackageName().startsWith("stockroom.client.internal")
                && type.getPackageName().startsWith("stockroom.client")
                && type.getModifiers().contains(JavaModifier.PUBLIC);
    }

    private static Stream<JavaClass> typesInSignatures(JavaClass type) {
        var parents = Stream.concat(type.getSuperclass().stream(), type.getInterfaces().stream());
        var members = type.getMembers().stream()
                .filter(member -> member.getModifiers().contains(JavaModifier.PUBLIC)
                        || member.getModifiers().contains(JavaModifier.PROTECTED))
                .flatMap(member -> switch (member) {
                    case JavaField field -> Stream.of(field.getType());
                    case JavaCodeUnit code ->
                        Stream.of(
                                        Stream.of(code.getReturnType()),
                                        code.getParameterTypes().stream(),
                                        code.getExceptionTypes().stream().map(JavaType.class::cast))
                                .flatMap(types -> types);
                    default -> throw new AssertionError(member);
                });
        return Stream.concat(parents, members).flatMap(each -> each.getAllInvolvedRawTypes().stream());
    }

    @Test
    void theClientStartsNoThreadAndWritesToNoLogOfItsOwn() {
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
