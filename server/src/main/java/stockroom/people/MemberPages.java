package stockroom.people;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import stockroom.admin.input.PathIds;
import stockroom.admin.people.Grant;
import stockroom.admin.people.LinkResource;
import stockroom.admin.people.LinkStore;
import stockroom.admin.people.LinkStore.Kind;
import stockroom.admin.people.PersonName;
import stockroom.admin.people.Place;
import stockroom.admin.people.Role;
import stockroom.auth.MerchantId;
import stockroom.http.Answer;
import stockroom.http.failure.Failure;
import stockroom.http.input.Numbers;

/// The people of a place. Whoever may not change the place learns nothing of it, not even whether it exists.
record MemberPages(PeopleStores stores, PeopleRules rules, PlaceNames places, Function<Visitor, Place> of) {
    static Place ofPlatform(Visitor visitor) {
        return Place.PLATFORM;
    }

    static Place ofMerchant(Visitor visitor) {
        return Place.ofMerchant(PathIds.number(visitor.request(), "merchant"));
    }

    static Place ofApplication(Visitor visitor) {
        return Place.ofApplication(PathIds.number(visitor.request(), "application"));
    }

    Answer show(Visitor visitor) {
        var place = place(visitor);
        return page(visitor, place, page(visitor, place), Map.of());
    }

    private Place place(Visitor visitor) {
        var place = of.apply(visitor);
        if (!visitor.authority().mayChange(place)) {
            throw Failure.refused(403, PeopleMessage.NOT_ALLOWED);
        }
        return place;
    }

    Answer invite(Visitor visitor) {
        var place = place(visitor);
        var name = PersonName.of(visitor.form("name"));
        var role = visitor.form("role");
        if (name.isEmpty() || !Role.words(place.kind()).contains(role)) {
            return page(visitor, place, page(visitor, place).with("name.invalid"), Map.of());
        }
        try {
            return shown(
                    visitor, place, stores.links().invite(visitor.by(), name.get(), new Grant(Role.of(role), place)));
        } catch (LinkStore.TooManyInvitations e) {
            return page(visitor, place, page(visitor, place).with("members.full"), Map.of());
        }
    }

    Answer remove(Visitor visitor) {
        var place = place(visitor);
        person(visitor).ifPresent(person -> stores.memberships().end(visitor.by(), person, place));
        return Pages.to(PlaceNames.path(place));
    }

    Answer endInvitation(Visitor visitor) {
        var place = place(visitor);
        number(visitor, "link")
                .flatMap(link -> stores.links().find(link.longValue()))
                .filter(link -> link.is(Kind.INVITATION) && link.place().equals(place))
                .ifPresent(link -> stores.links().end(visitor.by(), link.linkId()));
        return Pages.to(PlaceNames.path(place));
    }

    Answer requireFactor(Visitor visitor) {
        var place = place(visitor);
        var merchant = new MerchantId(Objects.requireNonNull(place.merchantId()));
        stores.memberships()
                .requireFactor(visitor.by(), merchant, visitor.form("required").equals("yes"));
        return Pages.to(PlaceNames.path(place));
    }

    /// Makes a link that sets a new password, or one that removes the second factor.
    Answer reset(Visitor visitor) {
        var place = place(visitor);
        if (!visitor.authority().mayReset()) {
            throw Failure.refused(403, PeopleMessage.NOT_ALLOWED);
        }
        var person = PersonName.of(visitor.form("name")).flatMap(stores.people()::find);
        if (person.isEmpty()) {
            return page(visitor, place, page(visitor, place).with("person.unknown"), Map.of());
        }
        var kind = visitor.form("kind").equals("factor") ? Kind.FACTOR_REMOVAL : Kind.RESET;
        return shown(visitor, place, stores.links().make(visitor.by(), kind, person.get()));
    }

    private static Optional<Long> person(Visitor visitor) {
        return number(visitor, "person").map(Integer::longValue);
    }

    private static Optional<Integer> number(Visitor visitor, String field) {
        return Numbers.whole(visitor.form(field), 1, Integer.MAX_VALUE).stream()
                .boxed()
                .findFirst();
    }

    private Answer shown(Visitor visitor, Place place, LinkStore.NewLink link) {
        var url = LinkResource.url(rules.console(), link.secret());
        return page(
                visitor,
                place,
                page(visitor, place),
                Map.of("url", url, "of", link.about().name()));
    }

    private static Page page(Visitor visitor, Place place) {
        return visitor.page(PlaceNames.path(place));
    }

    private Answer page(Visitor visitor, Place place, Page page, Map<String, Object> link) {
        var values = new HashMap<String, Object>();
        values.put("url", "");
        values.put("of", "");
        values.putAll(link);
        values.put("place", places.of(visitor, place));
        values.put("self", visitor.person());
        values.put("members", stores.memberships().at(place));
        values.put("invitations", stores.links().invitationsAt(place));
        values.put("roles", roles(place.kind()));
        values.put(
                "mayReset", place.equals(Place.PLATFORM) && visitor.authority().mayReset());
        values.put("isMerchant", place.kind() == Role.Kind.MERCHANT);
        values.put(
                "needsFactor",
                place.merchantId() != null && stores.memberships().requiresFactor(new MerchantId(place.merchantId())));
        return Pages.of("members", page, values);
    }

    private static List<Role> roles(Role.Kind kind) {
        return Role.words(kind).stream().map(Role::of).toList().reversed();
    }
}
