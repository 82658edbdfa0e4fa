-- The span that emitted an event (W3C Trace Context), so that its deliveries belong to the same trace. Null without
-- tracing.
alter table outbox_events add column traceparent text;
