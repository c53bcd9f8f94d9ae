package stockroom.client.model;

import org.jspecify.annotations.Nullable;

/// The result of publishing a fetched product in the shop bound to the account. Start from [#published(int, String)]
/// or [#failed(int, String)], and add the shop and its user.
///
/// @param itemId the published item; may be empty after a failure
/// @param status 1 for published, 0 for failed
/// @param message why it failed, or another note
public record PublishResult(
        int pid,
        String platform,
        String shopId,
        String shopName,
        String userId,
        String userNick,
        String itemId,
        int status,
        @Nullable String message) {
    public static PublishResult published(int pid, String itemId) {
        return new PublishResult(pid, "", "", "", "", "", itemId, 1, null);
    }

    public static PublishResult failed(int pid, String message) {
        return new PublishResult(pid, "", "", "", "", "", "", 0, message);
    }

    /// Names the shop, on a platform such as `tb`.
    public PublishResult inShop(String platform, String id, String name) {
        return new PublishResult(pid, platform, id, name, userId, userNick, itemId, status, message);
    }

    /// Names the user of the shop.
    public PublishResult byUser(String id, String nick) {
        return new PublishResult(pid, platform, shopId, shopName, id, nick, itemId, status, message);
    }
}
