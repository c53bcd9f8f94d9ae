package stockroom.bench.load;

public record RequestKey(long merchant, long account, String token, int product) {

    /// Packs merchant and product into one number, since pgbench can choose only one at a time.
    public long packed() {
        return (merchant << 32) | product;
    }

    public RequestKey of(int otherProduct) {
        return new RequestKey(merchant, account, token, otherProduct);
    }
}
