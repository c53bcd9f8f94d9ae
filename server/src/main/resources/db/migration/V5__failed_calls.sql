-- of what was kept before this is not known; it goes within seven days
ALTER TABLE failed_call ADD signed boolean NOT NULL DEFAULT true;
COMMENT ON COLUMN failed_call.signed IS 'whether the sign was right; those where it was not are kept apart, and fewer';
