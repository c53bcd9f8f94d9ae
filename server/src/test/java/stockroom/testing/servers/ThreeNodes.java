package stockroom.testing.servers;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import stockroom.testing.http.Reply;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;

public final class ThreeNodes implements AutoCloseable {
    private final List<ServerProcess> processes;

    public ThreeNodes(Platform platform) {
        this.processes = Stream.generate(() -> new ServerProcess(platform.environment()))
                .limit(3)
                .toList();
    }

    /// Returns the address of a node.
    ///
    /// @param node any number; numbers above 2 start over
    public String baseUrl(int node) {
        return processes.get(node % processes.size()).baseUrl();
    }

    public String adminUrl(int node) {
        return processes.get(node % processes.size()).adminUrl();
    }

    public Reply createStock(TestMerchant merchant, int node, String order) {
        return merchant.postTo(baseUrl(node), "/Stock/Creat", TestMerchant.JSON, order);
    }

    public Reply detail(TestMerchant merchant, int node, int product) {
        return merchant.postTo(baseUrl(node), "/Product/Detail", TestMerchant.FORM, TestMerchant.form("pid", product));
    }

    /// Starts all callers at the same moment.
    public static <T> List<T> inParallel(int callers, IntFunction<T> call) throws Exception {
        var start = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var calls = IntStream.range(0, callers)
                    .mapToObj(caller -> threads.submit(() -> {
                        start.await();
                        return call.apply(caller);
                    }))
                    .toList();
            start.countDown();
            var answers = new ArrayList<T>();
            for (Future<T> made : calls) {
                answers.add(made.get());
            }
            return answers;
        }
    }

    @Override
    public void close() {
        processes.forEach(ServerProcess::close);
    }
}
