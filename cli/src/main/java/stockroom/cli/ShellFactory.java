package stockroom.cli;

import java.lang.reflect.Constructor;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;
import stockroom.cli.shell.Shell;

final class ShellFactory implements IFactory {
    private final Shell shell;
    private final IFactory others = CommandLine.defaultFactory();

    ShellFactory(Shell shell) {
        this.shell = shell;
    }

    @Override
    public <K> K create(Class<K> type) throws Exception {
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            var parameters = constructor.getParameterTypes();
            if (parameters.length == 1 && parameters[0] == Shell.class) {
                constructor.setAccessible(true);
                return type.cast(constructor.newInstance(shell));
            }
        }
        return others.create(type);
    }
}
