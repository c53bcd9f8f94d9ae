package stockroom.catalog.products;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.testing.platform.Platform;

@Tag("contract")
class ProductListTest {
    private final Platform platform = Platform.shared();

    @Test
    void pagesFollowTheIdsAndAProductIsNeverShownTwice() {
        var merchant = platform.merchant();
        var ids = merchant.products(45);

        var shown = IntStream.rangeClosed(1, 3)
                .mapToObj(page -> merchant.productList("page", page).json().path("data"))
                .flatMap(data -> data.valueStream())
                .map(product -> product.path("id").asInt())
                .toList();

        assertThat(shown).isEqualTo(ids);
        assertThat(merchant.productList("page", 4).text()).isEqualTo("{\"success\":true,\"totalPages\":3,\"data\":[]}");
    }
}
