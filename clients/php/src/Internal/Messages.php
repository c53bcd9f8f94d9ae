<?php

declare(strict_types=1);

namespace Stockroom\Internal;

use Stockroom\CreateReport;
use Stockroom\EntryState;
use Stockroom\Language;

/** @internal The messages of the client itself, in the words of the server. */
final class Messages
{
    private const TEXTS = [
        'invalid' => ['%s: %s (expected: %s)', '%s：%s（应为：%s）'],
        'nothing' => ['nothing', '没有内容'],
        'not shown' => ['not shown', '不显示'],
        'not UTF-8' => ['not UTF-8, perhaps GBK', '编码不是 UTF-8，可能是 GBK'],
        'beside pid' => ['beside pid', '与 pid 同时出现'],
        'beside stock' => ['beside stock or expected', '与 stock 或 expected 同时出现'],

        'a pid' => ['a product id, a whole number from 1 to 2147483647', '商品 id，1 到 2147483647 的整数'],
        'pid or artNo' => ['pid or artNo', 'pid 与 artNo 二选一'],
        'a text' => ['1 to 64 characters without control characters', '1 到 64 个字符，不含控制字符'],
        'a short text' => ['at most 64 characters without control characters', '最多 64 个字符，不含控制字符'],
        'a size' => ['a whole number from 1 to 999', '1 到 999 的整数'],
        'a stock' => ['a whole number from 0 to 999999999', '0 到 999999999 的整数'],
        'stock or delta' => [
            'stock, the quantity to set, or delta, the change up or down',
            'stock，即要设置的数量；或 delta，即增减的数量',
        ],
        'an expected' => [
            'a whole number from 0 to 999999999, or -1 for an entry that must not exist yet',
            '0 到 999999999 的整数；-1 表示该条目必须尚不存在',
        ],
        'a delta' => ['a whole number from -999999999 to 999999999', '-999999999 到 999999999 的整数'],
        'delta alone' => [
            'delta alone, or stock with or without expected',
            '只填 delta；或填 stock，可另填 expected',
        ],
        'an address' => ['an address such as https://stock.example', '地址，例如 https://stock.example'],
        'visible' => ['visible ASCII characters, no spaces', '可打印的 ASCII 字符，不含空格'],
        'a secret' => ["the application's secret", '应用的密钥'],
        'a key' => [
            '1 to 64 visible ASCII characters, together with oneRequest',
            '1 到 64 个可打印的 ASCII 字符，不含空格，并与 oneRequest 一起使用',
        ],
        'a cursor' => ['a cursor that the server returned, or null for now', '服务器返回的游标；null 表示从当前位置开始'],
        'a from' => ["the number of a push, or 'start', without a cursor", "变更批次号或 'start'，且不传 cursor"],

        'repeated' => [
            '[%d]: product %s, colour %s, size %d is already in [%d]; keep one of them',
            '[%d]：商品 %s、颜色“%s”、尺码 %d 已在 [%d] 中；请只保留一个',
        ],
        'not sent' => ['nothing was sent: %d violations in the entries', '未发送任何内容：条目中有 %d 处错误'],
        'too many' => [
            '%d entries take %d requests (expected: one, of up to %d colours and %d entries)',
            '%d 个条目需要 %d 个请求（应为：一个，最多 %d 个颜色和 %d 个条目）',
        ],

        'ended' => ['creating stock ended early (%s): ', '批量设置库存提前结束（%s）：'],
        'not connected' => ['cannot connect to %s: %s', '无法连接 %s：%s'],
        'lost' => ['sent, but no response came from %s: %s', '已发送，但没有收到 %s 的响应：%s'],
        'cut' => ['the response ended too early', '响应不完整'],
        'not ours' => ['not a response of Stockroom; check the address', '不是 Stockroom 的响应，请检查地址'],
        'unexpected' => ['the response is not as expected: %s', '响应与预期不符：%s'],
        'missing' => ['%s is missing', '缺少 %s'],
        'none read' => ['it contains none of %d requested', '请求的 %d 个都不在其中'],
    ];

    private const STATES = [
        'unsent' => '未发送', 'written' => '已写入', 'checked' => '已通过检查', 'rejected' => '被拒绝', 'unknown' => '无法确定',
    ];

    public function __construct(public readonly Language $language)
    {
    }

    public function text(string $name, string|int ...$values): string
    {
        return sprintf(self::TEXTS[$name][$this->language === Language::Chinese ? 1 : 0], ...$values);
    }

    /** Says with how many entries in which state createStock() ended; the reason comes after it. */
    public function ended(CreateReport $report): string
    {
        $text = (string) $report;
        if ($this->language === Language::Chinese) {
            $text = sprintf('共 %d 个条目', count($report->entries));
            foreach (EntryState::cases() as $state) {
                $count = $report->count($state);
                $text .= $count > 0 ? "，$count 个" . self::STATES[$state->value] : '';
            }
        }
        return $this->text('ended', $text);
    }

    /** Says what a value is, and what was expected: the name of a text. */
    public function invalid(string $at, string $value, string $expected): string
    {
        return $this->text('invalid', $at, $value, $this->text($expected));
    }
}
