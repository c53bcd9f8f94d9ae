<?php

declare(strict_types=1);

namespace Stockroom\Model;

enum PublishStatus: int
{
    case Failed = 0;
    case Published = 1;
}
