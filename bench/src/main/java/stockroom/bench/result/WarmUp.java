package stockroom.bench.result;

import java.util.List;

public record WarmUp(String title, double seconds, List<Double> rates) {
    private static final int LAST = 3;
    private static final double RISE = 1.05;

    /// Tells whether none of the last three rounds was more than 5 % faster than the fastest before them.
    public static boolean isEnough(List<Double> rates) {
        int before = rates.size() - LAST;
        return before > 0 && highest(rates.subList(before, rates.size())) <= RISE * highest(rates.subList(0, before));
    }

    private static double highest(List<Double> rates) {
        return Spread.of(rates).max();
    }
}
