package stockroom;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.Architectures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import stockroom.auth.MerchantEndpoint;

public class ArchitectureTest {
    /// Imported by address, because the folder of Main has no test classes.
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .importUrl(Main.class.getProtectionDomain().getCodeSource().getLocation());

    private static final Path SOURCES = Path.of("src/main/java/stockroom");

    /// A package with more classes has two subjects.
    private static final int MAX_CLASSES = 25;

    /// A constructor with more parameters should take a record, or its class should be split.
    private static final int MAX_PARAMETERS = 5;

    @Test
    void thereIsSomethingToLookAt() {
        assertThat(CLASSES.size()).isGreaterThan(60);
    }

    /// Each layer may use those after it. `database` and `config` never use each other.
    private static final List<String> LAYERS = List.of(
            "start",
            "commands",
            "demo",
            "generate",
            "retention",
            "people",
            "admin",
            "catalog",
            "support",
            "merchants",
            "audit",
            "limits",
            "auth",
            "requests",
            "http",
            "database",
            "share");

    @Test
    void theArrowsGoOneWay() {
        var layers = Architectures.layeredArchitecture().consideringOnlyDependenciesInLayers();
        for (var layer : LAYERS) {
            layers = layers.layer(layer).definedBy(layer.equals("start") ? "stockroom" : "stockroom." + layer + "..");
        }
        layers = layers.layer("config").definedBy("stockroom.config..");
        for (int i = 1; i < LAYERS.size(); i++) {
            var above = LAYERS.subList(0, i).toArray(String[]::new);
            layers = layers.whereLayer(LAYERS.get(i)).mayOnlyBeAccessedByLayers(above);
        }
        layers.whereLayer("start").mayNotBeAccessedByAnyLayer().check(CLASSES);
        noClasses()
                .that()
                .resideInAnyPackage("stockroom.database..", "stockroom.http..")
                .should()
                .dependOnClassesThat(resideInAPackage("stockroom.config.."))
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAPackage("stockroom.config..")
                .should()
                .dependOnClassesThat(DescribedPredicate.describe(
                        "elsewhere in the server",
                        type -> type.getPackageName().startsWith("stockroom")
                                && !type.getPackageName().equals("stockroom.config")))
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAPackage("stockroom.http..")
                .should()
                .dependOnClassesThat(resideInAPackage("stockroom.database.."))
                .check(CLASSES);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("stockroom.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void packagesAreSmall() {
        var sizes = CLASSES.stream()
                .filter(JavaClass::isTopLevelClass)
                .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));

        assertThat(sizes).allSatisfy((name, size) -> assertThat(size).as(name).isLessThanOrEqualTo(MAX_CLASSES));
    }

    /// Records and enums may have more, because their fields and constants name the values.
    @Test
    void constructorsTakeFewParameters() {
        var constructors = CLASSES.stream()
                .filter(type -> !type.isRecord() && !type.isEnum() && !type.isAnonymousClass())
                .flatMap(type -> type.getConstructors().stream())
                .toList();

        assertThat(constructors)
                .hasSizeGreaterThan(60)
                .allSatisfy(constructor -> assertThat(constructor.getRawParameterTypes())
                        .as(constructor.getFullName())
                        .hasSizeLessThanOrEqualTo(MAX_PARAMETERS));
    }

    @Test
    void onlyTheDatabasePackageAndStoresSpeakSql() {
        noClasses()
                .that(notIn("stockroom.database"))
                .and(notIn("stockroom.database.schema"))
                .and(DescribedPredicate.not(outermostNameEndsWith("Store")))
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                        "java.sql..", "javax.sql..", "org.jdbi..", "org.postgresql..", "com.zaxxer.."))
                .check(CLASSES);
    }

    @Test
    void onlyTheHttpPackageKnowsJetty() {
        noClasses()
                .that(notIn("stockroom.http"))
                .and(notIn("stockroom.http.bounds"))
                .should()
                .dependOnClassesThat(resideInAPackage("org.eclipse.jetty.."))
                .check(CLASSES);
    }

    /// Only the libraries of the database and the trace collector connect.
    @Test
    void theServerCallsNobody() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAnyPackage("java.net.http..", "org.eclipse.jetty.client.."))
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(java.net.URLConnection.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(java.net.Socket.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(java.nio.channels.SocketChannel.class)
                .orShould()
                .callMethod(java.net.URL.class, "openStream")
                .check(CLASSES);
    }

    @Test
    void onlyCommandsKnowPicocli() {
        noClasses()
                .that(notIn("stockroom.commands"))
                .and()
                .doNotHaveFullyQualifiedName(Commands.class.getName())
                .should()
                .dependOnClassesThat(resideInAPackage("picocli.."))
                .check(CLASSES);
    }

    @Test
    void onlyMainReadsTheEnvironment() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName(Main.class.getName())
                .should()
                .callMethod(System.class, "getenv")
                .orShould()
                .callMethod(System.class, "getenv", String.class)
                .orShould()
                .callMethod(System.class, "getProperty", String.class)
                .check(CLASSES);
    }

    @Test
    void logsGoThroughOneInterfaceAndThePrintedLinesAreForAPersonAtAShell() {
        // Main writes the last lines when the process ends
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName(Main.class.getName())
                .and()
                .doNotHaveFullyQualifiedName(DroppingAppender.class.getName())
                .should()
                .dependOnClassesThat(
                        resideInAnyPackage("java.util.logging..", "ch.qos.logback..", "org.apache.commons.logging.."))
                .check(CLASSES);
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName(Main.class.getName())
                .and()
                .doNotHaveFullyQualifiedName(DemoServer.class.getName())
                .and()
                .resideOutsideOfPackage("stockroom.commands")
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .check(CLASSES);
    }

    @Test
    void theTypesThatPlaceMerchantsAreOfTheDatabaseAlone() {
        classes()
                .that()
                .haveNameMatching("stockroom\\..*(Placement|Hash|Node|Shard)[^.]*")
                .and()
                .resideInAPackage("stockroom.database..")
                .should()
                .notBePublic()
                .check(CLASSES);
        classes()
                .that()
                .haveSimpleNameContaining("Placement")
                .should()
                .resideInAPackage("stockroom.database")
                .check(CLASSES);
    }

    @Test
    void nobodyElseNamesTheKindOfClusterOrAMerchantsHash() throws IOException {
        var words = Pattern.compile("(?i)citus|pg_dist_|hashint8|merchant_?hash");
        try (var files = Files.walk(SOURCES)) {
            var outside = new ArrayList<String>();
            for (var file : files.filter(Files::isRegularFile)
                    .filter(file -> !file.startsWith(SOURCES.resolve("database")))
                    .toList()) {
                if (words.matcher(Files.readString(file)).find()) {
                    outside.add(file.getFileName().toString());
                }
            }
            assertThat(outside).containsExactly("DistributeCommand.java");
        }
    }

    @Test
    void noStoreUsesHttp() {
        noClasses()
                .that(outermostNameEndsWith("Store"))
                .should()
                .dependOnClassesThat(resideInAPackage("stockroom.http.."))
                .check(CLASSES);
    }

    public static List<JavaClass> endpoints() {
        return CLASSES.stream()
                .filter(type -> type.isAssignableTo(MerchantEndpoint.class) && !type.isInterface())
                .toList();
    }

    @Test
    void anEndpointIsAFinalClassWithOnePublicMethod() {
        assertThat(endpoints()).hasSizeGreaterThanOrEqualTo(5);
        for (var endpoint : endpoints()) {
            assertThat(endpoint.getModifiers()).as(endpoint.getName()).contains(JavaModifier.FINAL);
            assertThat(endpoint.getSimpleName()).endsWith("Endpoint");
            assertThat(endpoint.getMethods().stream()
                            .filter(method -> method.getModifiers().contains(JavaModifier.PUBLIC)
                                    && !method.getModifiers().contains(JavaModifier.SYNTHETIC))
                            .toList())
                    .as(endpoint.getName())
                    .hasSize(1);
        }
    }

    @Test
    void storesAreFinalAndMadeOnlyByWhoeverUsesThem() {
        classes()
                .that()
                .haveSimpleNameEndingWith("Store")
                .and()
                .areTopLevelClasses()
                .should()
                .haveModifier(JavaModifier.FINAL)
                .check(CLASSES);
        noClasses()
                .that(DescribedPredicate.not(outermostNameEndsWith(
                        "Endpoint",
                        "AdminInterface",
                        "ClockWatch",
                        "CredentialCache",
                        "FailedCalls",
                        "LastUse",
                        "ExpiringTokens",
                        "UsageRecorder",
                        "WriteTurns",
                        "PushTeller",
                        "PushWatch",
                        "LedgerMaintenance",
                        "KeysetRotation",
                        "Retention",
                        "MerchantDeletion",
                        "AuditArchive",
                        "Demo",
                        "DemoStockStore",
                        "Generate",
                        "Command",
                        "StockroomServer",
                        "DemoServer",
                        "PeopleStores")))
                .should()
                .callConstructorWhere(DescribedPredicate.describe(
                        "the constructor is a store's",
                        call -> call.getTargetOwner().isTopLevelClass()
                                && call.getTargetOwner().getSimpleName().endsWith("Store")
                                && !call.getOriginOwner().equals(call.getTargetOwner())))
                .check(CLASSES);
    }

    private static DescribedPredicate<JavaClass> notIn(String name) {
        return DescribedPredicate.describe(
                "not in " + name, type -> !type.getPackageName().equals(name));
    }

    private static DescribedPredicate<JavaClass> outermostNameEndsWith(String... endings) {
        return DescribedPredicate.describe("in a class named *" + String.join(", *", endings), type -> {
            var outermost = type;
            while (outermost.getEnclosingClass().isPresent()) {
                outermost = outermost.getEnclosingClass().get();
            }
            for (var ending : endings) {
                if (outermost.getSimpleName().endsWith(ending)) {
                    return true;
                }
            }
            return false;
        });
    }

    @Test
    void noPackageOfAnyModuleHasMoreThan25Files() throws IOException {
        for (var module : List.of("server", "cli", "clients/java", "bench")) {
            for (var sources : List.of("src/main/java", "src/test/java")) {
                try (var files = Files.walk(Path.of("..", module, sources))) {
                    var sizes = files.filter(file -> file.toString().endsWith(".java"))
                            .filter(file -> !file.endsWith("package-info.java"))
                            .collect(Collectors.groupingBy(Path::getParent, Collectors.counting()));
                    assertThat(sizes)
                            .isNotEmpty()
                            .allSatisfy((_, size) -> assertThat(size).isLessThanOrEqualTo(MAX_CLASSES));
                }
            }
        }
    }
}
