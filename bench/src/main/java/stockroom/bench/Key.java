package stockroom.bench;

/// Whom and what a request asks for: a merchant's account with its token, and one of that merchant's products.
record Key(long merchant, long account, String token, int product) {

    /// Merchant and product in one number, which is all that pgbench can choose at once.
    long packed() {
        return (merchant << 32) | product;
    }
}
