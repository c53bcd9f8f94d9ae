package stockroom.share;

/// Whom work is done for: an account, through an application. It is bound while a request is at work: whatever waits
/// below it waits in that caller's name.
public record Owner(long application, long merchant, long account) {
    /// Of work that nobody in particular asked for, such as the reads of many callers together.
    public static final Owner NODE = new Owner(0, 0, 0);

    private static final long OPERATORS = -1;
    private static final long UNPROVEN = -2;

    private static final ScopedValue<Owner> CURRENT = ScopedValue.newInstance();

    /// Of whoever calls from an address, as long as it is not proven who that is.
    public static Owner at(long address) {
        return new Owner(UNPROVEN, 0, address);
    }

    /// Of the operator that has this key.
    public static Owner ofOperator(long key) {
        return new Owner(OPERATORS, 0, key);
    }

    public boolean isProven() {
        return application != UNPROVEN;
    }

    public <T, X extends Throwable> T run(ScopedValue.CallableOp<T, X> work) throws X {
        return ScopedValue.where(CURRENT, this).call(work);
    }

    /// Of this thread's work.
    public static Owner current() {
        return CURRENT.orElse(NODE);
    }
}
