<?php

declare(strict_types=1);

namespace Stockroom;

/** The language of messages. Codes are the same in every language. */
enum Language: string
{
    case English = 'en';
    case Chinese = 'zh';
}
