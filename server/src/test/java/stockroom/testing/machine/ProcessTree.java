package stockroom.testing.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

public record ProcessTree(ProcessHandle first) {
    public Stream<ProcessHandle> all() {
        return Stream.concat(Stream.of(first), first.descendants());
    }

    public void signal(String signal) {
        var command = new ArrayList<>(List.of("kill", signal));
        all().map(process -> Long.toString(process.pid())).forEach(command::add);
        try {
            // some of them may have ended meanwhile
            new ProcessBuilder(command).redirectError(Redirect.DISCARD).start().waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
