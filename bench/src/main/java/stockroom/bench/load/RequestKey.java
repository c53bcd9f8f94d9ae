package stockroom.bench.load;

/// Whom and what a request asks for: a merchant's account with its token, and one of that merchant's products.
public record RequestKey(long merchant, long account, String token, int product) {

    /// Merchant and product in one number, which is all that pgbench can choose at once.
    public long packed() {
        return (merchant << 32) | product;
    }

    /// The same merchant's account for another product.
    public RequestKey of(int otherProduct) {
        return new RequestKey(merchant, account, token, otherProduct);
    }
}
