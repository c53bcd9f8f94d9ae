SELECT * FROM fetch_product(
    p_merchant => :merchant, p_account => :account, p_owner => :merchant, p_product => :product,
    p_per_day => :perDay, p_per_store => :perStore, p_window_months => :windowMonths,
    p_grace_millis => :graceMillis, p_due_from => :dueFrom, p_zone => :zone);
