package stockroom.people;

import stockroom.admin.credentials.ApplicationStore;
import stockroom.admin.merchants.MerchantStore;
import stockroom.admin.people.BrowserStore;
import stockroom.admin.people.LinkStore;
import stockroom.admin.people.LinkUseStore;
import stockroom.admin.people.MembershipStore;
import stockroom.admin.people.PersonStore;
import stockroom.admin.people.SecondFactorStore;
import stockroom.admin.people.SessionStore;
import stockroom.auth.SecretCipher;
import stockroom.database.Database;

public record PeopleStores(
        PersonStore people,
        MembershipStore memberships,
        SessionStore sessions,
        SecondFactorStore factors,
        BrowserStore browsers,
        LinkStore links,
        LinkUseStore linkUses,
        MerchantStore merchants,
        ApplicationStore applications) {
    public static PeopleStores of(Database database, SecretCipher cipher) {
        return new PeopleStores(
                new PersonStore(database),
                new MembershipStore(database),
                new SessionStore(database),
                new SecondFactorStore(database, cipher),
                new BrowserStore(database),
                new LinkStore(database),
                new LinkUseStore(database),
                new MerchantStore(database),
                new ApplicationStore(database, cipher));
    }
}
