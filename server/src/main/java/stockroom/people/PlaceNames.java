package stockroom.people;

import java.util.Objects;
import stockroom.admin.people.Place;
import stockroom.auth.MerchantId;

record PlaceNames(PeopleStores stores) {
    String of(Visitor visitor, Place place) {
        return switch (place.kind()) {
            case PLATFORM -> visitor.texts().get("place.platform");
            case MERCHANT -> merchant(Objects.requireNonNull(place.merchantId()));
            case APPLICATION -> application(Objects.requireNonNull(place.applicationId()));
        };
    }

    private String merchant(long merchant) {
        return stores.merchants()
                .find(new MerchantId(merchant))
                .map(found -> found.storeName())
                .orElse("#" + merchant);
    }

    private String application(long application) {
        return stores.applications()
                .find(application)
                .map(found -> found.name())
                .orElse("#" + application);
    }

    static String path(Place place) {
        return switch (place.kind()) {
            case PLATFORM -> "/platform/people";
            case MERCHANT -> "/merchants/%d/people".formatted(place.merchantId());
            case APPLICATION -> "/applications/%d/people".formatted(place.applicationId());
        };
    }
}
