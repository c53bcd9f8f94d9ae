package stockroom.cli.generate;

/// Numbers that look unlike each other, made of numbers that do not.
final class Mixed {
    private Mixed() {}

    /// Another for every b; neighbouring seeds alone would make random numbers that repeat each other's.
    static long of(long a, long b) {
        return of(of(a) + b);
    }

    /// Another for every number: the last step of MurmurHash3.
    static long of(long number) {
        long mixed = (number ^ (number >>> 33)) * 0xff51afd7ed558ccdL;
        mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return mixed ^ (mixed >>> 33);
    }
}
