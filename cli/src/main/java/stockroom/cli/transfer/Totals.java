package stockroom.cli.transfer;

public record Totals(long created, long updated, long unchanged, long rejected) {
    public static final Totals NONE = new Totals(0, 0, 0, 0);

    public Totals plus(Totals more) {
        return new Totals(
                created + more.created, updated + more.updated, unchanged + more.unchanged, rejected + more.rejected);
    }

    public long all() {
        return created + updated + unchanged + rejected;
    }
}
