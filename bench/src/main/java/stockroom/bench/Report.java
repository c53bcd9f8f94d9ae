package stockroom.bench;

final class Report {
    private Report() {}

    static void write(Results results) {
        System.out.println(results.mode());
    }
}
