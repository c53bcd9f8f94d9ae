<?php

declare(strict_types=1);

namespace Stockroom\Model;

/** The outcome of publishing a fetched product in the bound store. */
final class PublishResult
{
    /**
     * @param string $platform such as tb
     * @param string $shopId the store bound to the account
     * @param string $itemId the published item; may be empty if publishing failed
     * @param null|string $message the reason of the failure, or any other note
     */
    public function __construct(
        public readonly int $pid,
        public readonly string $platform,
        public readonly string $shopId,
        public readonly string $shopName,
        public readonly string $userId,
        public readonly string $userNick,
        public readonly string $itemId,
        public readonly PublishStatus $status,
        public readonly ?string $message = null,
    ) {
    }

    /** @internal Returns the fields of /Product/UploadResult. */
    public function fields(): array
    {
        $fields = ['pId' => $this->pid, 'status' => $this->status->value] + get_object_vars($this);
        unset($fields['pid']);
        return array_filter($fields, static fn (mixed $value): bool => $value !== null);
    }
}
