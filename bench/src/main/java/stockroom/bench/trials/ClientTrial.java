package stockroom.bench.trials;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import stockroom.bench.process.Command;
import stockroom.bench.process.Failure;

/// Puts the client library into a Maven repository of its own, takes it from there into another project as an
/// integrator does (bench/integrator), compiles a program for Java 17 and runs it, on Java 17 where there is one. No
/// thread may be left when the client is closed. Needs `mvn package`.
final class ClientTrial {
    private static final String DEPLOY = "org.apache.maven.plugins:maven-deploy-plugin:3.1.4:deploy-file";
    private static final String COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:copy-dependencies";
    private static final Path CLIENT = Path.of("clients/java").toAbsolutePath();
    private static final Path INTEGRATOR = Path.of("bench/integrator");
    private static final Path JAVA_HOME = Path.of(System.getProperty("java.home"));
    private static final Pattern VERSION = Pattern.compile("<version>(.*)<");
    private static final Pattern NO_THREAD_LEFT = Pattern.compile("no thread left after ([0-9]+) ms");

    private final Path folder;

    ClientTrial(Path folder) {
        this.folder = folder;
    }

    /// Answers the milliseconds after which the last thread was gone.
    long run(String address, PushMerchant caller) throws IOException {
        var repository = folder.resolve("repository").toUri().toString();
        deploy(repository);
        var libraries = takeFrom(repository);
        var classes = folder.resolve("classes");
        Command.run(
                JAVA_HOME.resolve("bin/javac").toString(),
                "--release",
                "17",
                "-cp",
                libraries + "/*",
                "-d",
                classes.toString(),
                INTEGRATOR.resolve("Erp.java").toString());
        var printed = Command.run(
                caller.environment(),
                List.of(java17(), "-cp", classes + ":" + libraries + "/*", "Erp", address, caller.appid()));
        System.out.print(printed);
        var left = NO_THREAD_LEFT.matcher(printed);
        if (!left.find()) {
            throw new Failure("the integrator's program printed: %s (expected: no thread left)".formatted(printed));
        }
        return Long.parseLong(left.group(1));
    }

    private static void deploy(String repository) {
        maven(
                "--file",
                "pom.xml",
                "--non-recursive",
                DEPLOY,
                "-Durl=" + repository,
                "-Dfile=" + CLIENT.resolve("target/stockroom-client.jar"),
                "-DpomFile=" + CLIENT.resolve(".flattened-pom.xml"),
                "-Dsources=" + CLIENT.resolve("target/stockroom-client-sources.jar"),
                "-Djavadoc=" + CLIENT.resolve("target/stockroom-client-javadoc.jar"));
    }

    /// Into an empty local repository, so that nothing of ours is found by chance.
    private Path takeFrom(String repository) throws IOException {
        var pom = Files.copy(INTEGRATOR.resolve("pom.xml"), folder.resolve("pom.xml"));
        var libraries = folder.resolve("lib");
        maven(
                "--file",
                pom.toString(),
                "-Dmaven.repo.local=" + folder.resolve("m2"),
                "-Dclient.repository=" + repository,
                "-Dclient.version=" + version(),
                COPY,
                "-DoutputDirectory=" + libraries);
        try (var files = Files.list(libraries)) {
            files.map(Path::getFileName).sorted().forEach(System.out::println);
        }
        return libraries;
    }

    private static String version() throws IOException {
        var found = VERSION.matcher(Files.readString(Path.of("pom.xml")));
        if (!found.find()) {
            throw new Failure("pom.xml has no version");
        }
        return found.group(1);
    }

    private static String java17() throws IOException {
        try (var homes = Files.newDirectoryStream(Path.of("/usr/lib/jvm"), "*17*")) {
            for (var home : homes) {
                var java = home.resolve("bin/java");
                if (Files.isExecutable(java)) {
                    return java.toString();
                }
            }
        }
        System.out.println("no Java 17 here: run on a newer one");
        return JAVA_HOME.resolve("bin/java").toString();
    }

    private static void maven(String... words) {
        var all = new ArrayList<>(List.of("mvn", "--batch-mode", "--no-transfer-progress", "--quiet"));
        all.addAll(List.of(words));
        Command.run(Map.of("JAVA_HOME", JAVA_HOME.toString()), all);
    }
}
