-- requires 0.1.0
-- Attempts to pay: when a form was shown, and the latest report about a dispute.
alter table payments
  -- When the form that leads to the provider's page was shown first.
  add column opened_at   timestamptz,
  -- The provider's time of the latest report about a dispute.
  add column disputed_at timestamptz;
