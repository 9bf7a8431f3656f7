-- Whether Discord refused the latest direct message to the member.
ALTER TABLE members ADD COLUMN direct_refused BIGINT NOT NULL DEFAULT 0 CHECK (direct_refused IN (0, 1));
