package stockroom.client.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/// The result of publishing a fetched product in the shop bound to the account, on a platform such as `tb`. The
/// status is 1 for published and 0 for failed; the item may be empty after a failure.
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PublishResult(
        @JsonProperty("pId") int pid,
        String platform,
        String shopId,
        String shopName,
        String userId,
        String userNick,
        String itemId,
        int status,
        @Nullable String message) {}
