package stockroom.cli.transfer;

/// What became of the lines so far.
record Totals(long created, long updated, long unchanged, long rejected) {
    static final Totals NONE = new Totals(0, 0, 0, 0);

    Totals plus(Totals more) {
        return new Totals(
                created + more.created, updated + more.updated, unchanged + more.unchanged, rejected + more.rejected);
    }

    long all() {
        return created + updated + unchanged + rejected;
    }
}
