-- requires 0.1.0
-- Stores when a dispute about a payment was lost: a refund that fails later leaves its order refunded.
alter table payments add column dispute_lost_at timestamptz;
