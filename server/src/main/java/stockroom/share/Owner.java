package stockroom.share;

/// Identifies the caller whose share all waits of a request count for. It is bound while the request runs.
public record Owner(long application, long merchant, long account) {
    /// Owns work that serves no single caller, such as a batch of many callers' reads.
    public static final Owner NODE = new Owner(0, 0, 0);

    private static final long OPERATORS = -1;
    private static final long UNPROVEN = -2;
    private static final long PEOPLE = -3;

    private static final ScopedValue<Owner> CURRENT = ScopedValue.newInstance();

    /// Owns requests of callers of an address that are not yet authenticated.
    public static Owner at(long address) {
        return new Owner(UNPROVEN, 0, address);
    }

    public static Owner ofOperator(long key) {
        return new Owner(OPERATORS, 0, key);
    }

    public static Owner ofPerson(long person) {
        return new Owner(PEOPLE, 0, person);
    }

    public boolean isProven() {
        return application != UNPROVEN;
    }

    public <T, X extends Throwable> T run(ScopedValue.CallableOp<T, X> work) throws X {
        return ScopedValue.where(CURRENT, this).call(work);
    }

    public static Owner current() {
        return CURRENT.orElse(NODE);
    }
}
