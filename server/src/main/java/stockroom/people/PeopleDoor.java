package stockroom.people;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import stockroom.admin.input.PathIds;
import stockroom.admin.people.Grant;
import stockroom.admin.people.LinkStore;
import stockroom.admin.people.MembershipStore.Held;
import stockroom.admin.people.Place;
import stockroom.admin.people.SessionStore.Session;
import stockroom.admin.people.SessionStore.State;
import stockroom.http.Answer;
import stockroom.http.Endpoint;
import stockroom.http.Request;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Failure;
import stockroom.http.input.FieldNames;
import stockroom.merchants.MerchantLockStore;
import stockroom.requests.DatabaseWork;
import stockroom.share.Owner;

/// Refuses forms of other sites, and leads whoever is not signed in far enough to where they sign in.
record PeopleDoor(PeopleStores stores, PeopleRules rules, Need needed, PeopleEndpoint endpoint) implements Endpoint {
    enum Need {
        NOTHING,
        /// The password was right.
        SIGNING_IN,
        SIGNED_IN,
        /// The password was given in the last minutes.
        PROVEN
    }

    /// The fields of all forms.
    private static final FieldNames FIELDS = FieldNames.inAnyCase(
            "name",
            "password",
            "again",
            "code",
            "role",
            "person",
            "session",
            "link",
            "place",
            "required",
            "kind",
            "language",
            "to");

    private static final Set<String> READING = Set.of("GET", "HEAD");

    @Override
    public Answer answer(Request request) {
        boolean reads = READING.contains(request.method());
        if (!reads) {
            requireOwnOrigin(request);
        }
        // a form that arrives slowly keeps nobody else waiting
        var form = reads
                ? request.query()
                : request.admission()
                        .askWhoCalls(() -> request.parameters(FIELDS).ofForm());
        return DatabaseWork.of(request, () -> {
            var session = request.owner()
                    .run(() -> request.admission()
                            .askWhoCalls(() -> Cookies.SESSION.of(request).flatMap(stores.sessions()::find)));
            session.ifPresent(found -> request.admission().calledBy(Owner.ofPerson(found.personId())));
            request.admission().endProving();
            request.startWork();
            return request.owner().run(() -> {
                var elsewhere = elsewhere(session);
                return elsewhere.isPresent()
                        ? Pages.to(elsewhere.get())
                        : answer(new Visitor(request, form, language(request), session, grants(request, session)));
            });
        });
    }

    private Answer answer(Visitor visitor) {
        try {
            return endpoint.answer(visitor);
        } catch (MerchantLockStore.UnknownMerchant e) {
            throw PathIds.notFound("merchant", e.merchant().value());
        } catch (LinkStore.UnknownApplication e) {
            throw PathIds.notFound("application", visitor.request().pathValue("application"));
        }
    }

    /// Browsers send the origin with every form. A form without one does not come from a page of ours.
    private void requireOwnOrigin(Request request) {
        var origin = request.header("Origin").orElse("");
        if (!origin.equals(rules.console().toString())) {
            throw Failure.refused(
                    403,
                    PeopleMessage.FORM_OF_ANOTHER_SITE,
                    Excerpt.of(origin),
                    rules.console().toString());
        }
    }

    private Optional<String> elsewhere(Optional<Session> session) {
        if (needed == Need.NOTHING) {
            return Optional.empty();
        }
        if (session.isEmpty()) {
            return Optional.of("/sign-in");
        }
        return switch (session.get().state()) {
            case CODE -> needed == Need.SIGNING_IN ? Optional.empty() : Optional.of("/code");
            case SETUP -> needed == Need.SIGNING_IN ? Optional.empty() : Optional.of("/second-factor");
            case OPEN -> needed == Need.PROVEN && !session.get().proven() ? Optional.of("/prove") : Optional.empty();
        };
    }

    private List<Grant> grants(Request request, Optional<Session> session) {
        if (session.isEmpty() || session.get().state() != State.OPEN) {
            return List.of();
        }
        boolean withFactor = session.get().withFactor();
        boolean fromOperators = rules.operatorsFrom().contain(request.client());
        return stores.memberships().of(session.get().personId()).stream()
                .filter(held -> withFactor || !held.needsFactor())
                .map(Held::membership)
                .map(membership -> membership.grant())
                .filter(grant -> fromOperators || !grant.place().equals(Place.PLATFORM))
                .toList();
    }

    static Locale language(Request request) {
        return Cookies.LANGUAGE
                .of(request)
                .map(chosen -> chosen.reveal().equals("zh") ? Locale.CHINESE : Locale.ENGLISH)
                .orElseGet(request::language);
    }
}
