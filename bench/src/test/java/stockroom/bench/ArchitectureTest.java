package stockroom.bench;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .importUrl(Main.class.getProtectionDomain().getCodeSource().getLocation());

    private static final int MAX_CLASSES = 25;
    private static final int MAX_PARAMETERS = 5;

    @Test
    void packagesHaveNoCycles() {
        slices().matching("stockroom.bench.(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void packagesAreSmall() {
        var sizes = CLASSES.stream()
                .filter(JavaClass::isTopLevelClass)
                .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));

        assertThat(sizes)
                .hasSizeGreaterThan(5)
                .allSatisfy((name, size) -> assertThat(size).as(name).isLessThanOrEqualTo(MAX_CLASSES));
    }

    @Test
    void constructorsTakeFewParameters() {
        var constructors = CLASSES.stream()
                .filter(type -> !type.isRecord() && !type.isAnonymousClass() && !type.isEnum())
                .flatMap(type -> type.getConstructors().stream())
                .toList();

        assertThat(constructors)
                .hasSizeGreaterThan(20)
                .allSatisfy(constructor -> assertThat(constructor.getRawParameterTypes())
                        .as(constructor.getFullName())
                        .hasSizeLessThanOrEqualTo(MAX_PARAMETERS));
    }
}
