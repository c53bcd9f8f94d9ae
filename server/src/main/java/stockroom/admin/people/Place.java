package stockroom.admin.people;

import org.jspecify.annotations.Nullable;

/// Where a membership counts: a merchant, an application or, without either, the platform.
public record Place(@Nullable Long merchantId, @Nullable Long applicationId) {
    public static final Place PLATFORM = new Place(null, null);

    public Place {
        if (merchantId != null && applicationId != null) {
            throw new IllegalArgumentException("merchant %d, application %d".formatted(merchantId, applicationId));
        }
    }

    public static Place ofMerchant(long merchant) {
        return new Place(merchant, null);
    }

    public static Place ofApplication(long application) {
        return new Place(null, application);
    }

    public Role.Kind kind() {
        if (merchantId != null) {
            return Role.Kind.MERCHANT;
        }
        return applicationId != null ? Role.Kind.APPLICATION : Role.Kind.PLATFORM;
    }
}
