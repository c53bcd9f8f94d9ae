package stockroom.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.Architectures;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import stockroom.cli.shell.Shell;

class ArchitectureTest {
    /// Imported by address, because the folder of Main has no test classes.
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .importUrl(Main.class.getProtectionDomain().getCodeSource().getLocation());

    private static final int MAX_CLASSES = 25;
    private static final int MAX_PARAMETERS = 5;

    /// Each layer may use those after it.
    private static final List<String> LAYERS = List.of(
            "start", "admin", "importing", "exporting", "push", "doctor", "transfer", "connect", "shell", "show");

    @Test
    void theArrowsGoOneWay() {
        assertThat(CLASSES.size()).isGreaterThan(60);
        var layers = Architectures.layeredArchitecture().consideringOnlyDependenciesInLayers();
        for (var layer : LAYERS) {
            layers = layers.layer(layer)
                    .definedBy(layer.equals("start") ? "stockroom.cli" : "stockroom.cli." + layer + "..");
        }
        for (int i = 1; i < LAYERS.size(); i++) {
            layers = layers.whereLayer(LAYERS.get(i))
                    .mayOnlyBeAccessedByLayers(LAYERS.subList(0, i).toArray(String[]::new));
        }
        layers.whereLayer("start")
                .mayNotBeAccessedByAnyLayer()
                .ensureAllClassesAreContainedInArchitecture()
                .check(CLASSES);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("stockroom.cli.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void packagesAreSmall() {
        var sizes = CLASSES.stream()
                .filter(JavaClass::isTopLevelClass)
                .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));

        assertThat(sizes).allSatisfy((name, size) -> assertThat(size).as(name).isLessThanOrEqualTo(MAX_CLASSES));
    }

    @Test
    void constructorsTakeFewParameters() {
        var constructors = CLASSES.stream()
                .filter(type -> !type.isRecord() && !type.isEnum() && !type.isAnonymousClass())
                .flatMap(type -> type.getConstructors().stream());

        assertThat(constructors)
                .isNotEmpty()
                .allSatisfy(constructor -> assertThat(constructor.getRawParameterTypes())
                        .as(constructor.getFullName())
                        .hasSizeLessThanOrEqualTo(MAX_PARAMETERS));
    }

    @Test
    void nothingSpeaksToTheDatabase() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.sql..", "javax.sql..", "org.postgresql..")
                .check(CLASSES);
    }

    @Test
    void onlyTheShellReadsTheEnvironment() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName(Shell.class.getName())
                .should()
                .callMethod(System.class, "getenv")
                .orShould()
                .callMethod(System.class, "getenv", String.class)
                .check(CLASSES);
    }
}
