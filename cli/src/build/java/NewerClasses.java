import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;

/// Rewrites old classes of a jar, such as picocli's, to the class format of Java 8. Java does not archive older
/// classes and verifies them slowly at each start.
class NewerClasses {
    private static final int OLDEST_KEPT = 50;

    public static void main(String[] arguments) throws IOException {
        var jar = Path.of(arguments[0]);
        try (var loader = new URLClassLoader(new URL[] {jar.toUri().toURL()});
                var files = FileSystems.newFileSystem(jar)) {
            var format = ClassFile.of(
                    ClassFile.ConstantPoolSharingOption.NEW_POOL,
                    ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
                    ClassFile.ClassHierarchyResolverOption.of(ClassHierarchyResolver.ofResourceParsing(loader)
                            .orElse(ClassHierarchyResolver.defaultResolver())));
            try (var paths = Files.walk(files.getPath("/"))) {
                paths.filter(path -> path.toString().endsWith(".class") && !path.startsWith("/META-INF"))
                        .forEach(path -> convert(format, path));
            }
        }
    }

    private static void convert(ClassFile format, Path path) {
        try {
            var old = format.parse(path);
            if (old.majorVersion() < OLDEST_KEPT) {
                Files.write(path, format.transformClass(old, (newer, element) -> {
                    if (element instanceof ClassFileVersion) {
                        newer.withVersion(ClassFile.JAVA_8_VERSION, 0);
                    } else {
                        newer.with(element);
                    }
                }));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
