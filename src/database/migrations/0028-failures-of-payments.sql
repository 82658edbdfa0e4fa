-- requires 0.1.0
-- Adds why the provider did not charge a payment: its code and its sentence.
alter table payments add column failure_code text;
alter table payments add column failure_message text;
