<?php

declare(strict_types=1);

namespace Stockroom;

/** The state of an entry after createStock(). */
enum EntryState: string
{
    /** The entry was not sent. */
    case Unsent = 'unsent';
    case Written = 'written';
    /** The server would write the entry; it was a dry run. */
    case Checked = 'checked';
    case Rejected = 'rejected';
    /** The entry was sent and the response was lost: it may or may not be written. */
    case Unknown = 'unknown';
}
