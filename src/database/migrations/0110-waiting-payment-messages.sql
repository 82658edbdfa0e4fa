-- requires 0.1.0
alter table provider_events
  -- The verified message as it was read, until it is applied. Null: applied, or nothing to do.
  add column event     jsonb,
  -- Messages with the same reference are about one payment, or one subscription.
  add column reference text,
  -- Why it could not be applied: refused, busy, unexpected.
  add column error     text;
