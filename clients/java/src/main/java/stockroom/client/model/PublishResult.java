package stockroom.client.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/// The outcome of publishing a fetched product in the bound store.
///
/// @param platform such as `tb`
/// @param shopId the store bound to the account
/// @param itemId the published item; may be empty if publishing failed
/// @param status 1 published, 0 failed
/// @param message the reason of the failure, or any other note
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
