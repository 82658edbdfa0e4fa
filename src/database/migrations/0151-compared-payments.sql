-- requires 0.1.0
-- When the provider was last asked about a payment and answered, so that each of many is asked about.
alter table payments add column compared_at timestamptz;
