package stockroom.guides;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Follows the operators' pages for several machines in scripts/with-bare-system. The first line of each block says
/// where it runs.
final class MachinesTrial implements AutoCloseable {
    private static final Path DOCS = Path.of("docs");
    private static final Pattern COPY = Pattern.compile("(?m)^scp -p (\\S+) 10\\.0\\.0\\.1(\\d):(\\S+)$");

    private final List<Guide> machines = new ArrayList<>();
    private final Map<String, List<Integer>> places;

    private MachinesTrial(Map<String, List<Integer>> places) throws IOException {
        this.places = places;
        for (int machine = 1; System.getenv("BARE_SYSTEM_" + machine) != null; machine++) {
            machines.add(new Guide(shell(machine), Path.of(""), List.of()));
        }
    }

    private static List<String> shell(int machine) {
        return List.of("%s bash -e -o pipefail".formatted(system(machine)).split(" ", -1));
    }

    private static String system(int machine) {
        var name = "BARE_SYSTEM_" + machine;
        return requireNonNull(System.getenv(name), name);
    }

    /// Starts with three empty machines and ends with a failover of the primary.
    static void highAvailability() throws IOException {
        try (var trial = new MachinesTrial(Map.of(
                "every node", List.of(1, 2, 3),
                "node1", List.of(1),
                "node1 and node2", List.of(1, 2)))) {
            var page = Files.readString(DOCS.resolve("high-availability.md"));
            trial.follow(section(page, "On three machines"));
            trial.firstMerchant(1);
            trial.follow(section(page, "What each failure does"));
            trial.callsAreAnsweredAgain(1);
        }
    }

    /// Starts with four empty machines; at the end the fourth becomes a worker and is removed again.
    static void cluster() throws IOException {
        try (var trial = new MachinesTrial(Map.of(
                "every node", List.of(1, 2, 3),
                "the coordinator", List.of(1),
                "the server", List.of(1)))) {
            var page = Files.readString(DOCS.resolve("cluster.md"));
            var setUp = section(page, "Set it up");
            trial.follow(section(Files.readString(DOCS.resolve("install.md")), "The package"), 1);
            trial.follow(setUp);
            trial.follow(section(Files.readString(DOCS.resolve("install.md")), "Behind a proxy"), 1);
            trial.firstMerchant(1);
            for (var block : Guide.blocks(setUp)) {
                if (place(block).equals("every node")) {
                    trial.run(block, 4);
                }
            }
            trial.follow(section(page, "Add a worker"));
            trial.follow(section(page, "When a worker fails"));
            trial.callsAreAnsweredAgain(1);
            trial.follow(section(page, "Back up a cluster"));
            trial.follow(section(page, "Remove a worker"));
            trial.callsAreAnsweredAgain(1);
        }
    }

    private static String section(String page, String title) {
        return Arrays.stream(page.split("(?m)^(?=## )", -1))
                .filter(part -> part.startsWith("## " + title + "\n"))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no section " + title));
    }

    private void firstMerchant(int machine) throws IOException {
        follow(section(Files.readString(DOCS.resolve("install.md")), "The first merchant"), machine);
        follow(section(Files.readString(DOCS.resolve("operating.md")), "Many merchants at once"), machine);
    }

    private void callsAreAnsweredAgain(int machine) throws IOException {
        machines.get(machine - 1).run("""
                for _ in $(seq 60); do
                    sed -n '/^curl /,$p' signed | sh >again || true
                    if grep -q '"success": *true' again; then break; fi
                    sleep 1
                done
                grep -q '"success": *true' again
                """);
        System.out.println("calls are answered");
    }

    private void follow(String markdown) throws IOException {
        var blocks = Guide.blocks(markdown);
        for (int i = 0; i < blocks.size(); i++) {
            var block = blocks.get(i);
            if (!block.isPasted()) {
                continue;
            }
            var answer = blocks.subList(i + 1, blocks.size()).stream().limit(1).filter(Guide.Block::isAnswer);
            var both = new ArrayList<>(List.of(block));
            answer.forEach(both::add);
            for (int machine : machinesOf(block)) {
                run(both, machine);
            }
        }
    }

    private List<Integer> machinesOf(Guide.Block block) throws IOException {
        var place = place(block);
        return place.equals("the leader")
                ? List.of(leader())
                : requireNonNull(places.get(place), () -> "where? " + block.text());
    }

    private int leader() throws IOException {
        for (int machine = 1; machine <= machines.size(); machine++) {
            var status = machines.getFirst()
                    .run("curl --silent --output /dev/null --write-out '%%{http_code}' http://10.0.0.1%d:8008/primary\n"
                            .formatted(machine));
            if (status.equals("200")) {
                return machine;
            }
        }
        throw new AssertionError("no machine is the leader");
    }

    private void follow(String markdown, int machine) throws IOException {
        run(Guide.blocks(markdown), machine);
    }

    private static String place(Guide.Block block) {
        return block.text().lines().findFirst().orElseThrow().replaceFirst("^(#|--) on ", "");
    }

    private void run(Guide.Block block, int machine) throws IOException {
        run(List.of(block), machine);
    }

    private void run(List<Guide.Block> blocks, int machine) throws IOException {
        var own = blocks.stream()
                .map(block -> new Guide.Block(block.file(), block.kind(), ofMachine(block.text(), machine)))
                .toList();
        System.out.printf(
                "machine %d: %s%n",
                machine, own.getFirst().text().lines().skip(1).findFirst().orElse(""));
        var copy = COPY.matcher(own.getFirst().text());
        if (copy.find()) {
            copy(copy.group(1), machine, copy.group(3), Integer.parseInt(copy.group(2)));
        } else {
            machines.get(machine - 1).follow(own);
        }
    }

    /// Copies without ssh, which the machines do not have.
    private static void copy(String file, int from, String to, int machine) throws IOException {
        var copied = ProcessBuilder.startPipeline(List.of(
                command(from, "cat", file), command(machine, "sh", "-c", "test -e %1$s && cat >%1$s".formatted(to))));
        try {
            for (var process : copied) {
                if (process.waitFor() != 0) {
                    throw new AssertionError("not copied: " + file);
                }
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static ProcessBuilder command(int machine, String... command) {
        var all = new ArrayList<>(List.of(system(machine).split(" ", -1)));
        all.addAll(List.of(command));
        return new ProcessBuilder(all);
    }

    private static String ofMachine(String text, int machine) {
        return text.replace("name=node1 address=10.0.0.11", "name=node%1$d address=10.0.0.1%1$d".formatted(machine));
    }

    @Override
    public void close() {
        machines.forEach(Guide::close);
    }
}
