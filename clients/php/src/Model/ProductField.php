<?php

declare(strict_types=1);

namespace Stockroom\Model;

/** The fields that the product list has only on request. */
enum ProductField: string
{
    case StockTotal = 'stockTotal';
    case UpdatedAt = 'updatedAt';
    case State = 'state';
}
