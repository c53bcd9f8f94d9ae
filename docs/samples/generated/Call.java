import java.math.BigInteger;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.ProductsApi;
import org.openapitools.client.api.StockApi;
import org.openapitools.client.model.BatchStockRequest;
import org.openapitools.client.model.ColourGroup;
import org.openapitools.client.model.SizeItem;

/// Calls Stockroom by the client that openapi-generator (-g java --library native) makes of openapi.yaml.
class Call {
    private static final Map<String, String> ENV = System.getenv();

    /// The four headers of a call; a sign holds for the time that is in it.
    private static Map<String, String> signed(long timestamp) {
        try {
            var hash = MessageDigest.getInstance("MD5").digest((ENV.get("STOCKROOM_SECRET") + timestamp).getBytes());
            return Map.of(
                    "appid", ENV.get("STOCKROOM_APPID"),
                    "timestamp", "" + timestamp,
                    "sign", "%032X".formatted(new BigInteger(1, hash)),
                    "accesstoken", ENV.get("STOCKROOM_TOKEN"));
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        var client = new ApiClient();
        client.updateBaseUri(ENV.get("STOCKROOM_ADDRESS"));
        client.setRequestInterceptor(
                request -> signed(Instant.now().getEpochSecond()).forEach(request::setHeader));
        var products = new ProductsApi(client);
        var stock = new StockApi(client);

        var listed = products.listProducts(1, null, null, true, null, null).getData();
        var first = listed.get(0);
        var second = listed.get(1);
        var again = products.listProducts(1, null, List.of(first.getArtNo(), second.getArtNo()), null, null, null);
        System.out.println("found by item number: " + again.getData().get(0).getId() + " " + again.getData().get(1).getId());
        var both = new BatchStockRequest().productids(List.of(first.getId(), second.getId()));
        var batch = stock.batchStock(both, null).getData();
        System.out.println("entries of each: " + batch.get(0).getStock().size() + " " + batch.get(1).getStock().size());
        System.out.println("entries of the first: "
                + stock.listStock(first.getId(), null, null).getStockList().getData().size());
        System.out.println("refused: " + stock.listStock(Integer.MAX_VALUE, null, null).getListStockRefusal().getCode());
        var group = new ColourGroup().pid(first.getId()).color("red").addParamItem(new SizeItem().size("38-40").stock(5));
        var checked = stock.createStock(List.of(group), null, null, true);
        System.out.println("checked: " + checked.getSuccess() + " " + (checked.getPush() == null));
        client.setRequestInterceptor(request -> signed(1700000000).forEach(request::setHeader));
        try {
            new ProductsApi(client).listProducts(1, null, null, null, null, null);
        } catch (ApiException failure) {
            var code = client.getObjectMapper().readTree(failure.getResponseBody()).get("code").asText();
            System.out.println("wrong time: " + failure.getCode() + " " + code);
        }
    }
}
