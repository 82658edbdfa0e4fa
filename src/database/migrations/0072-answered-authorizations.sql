-- An answered request stays until it is purged, so that the browser's Back button finds its outcome.
alter table authorizations
  add column answered_at timestamptz,
  add column outcome     text check (outcome in ('approved', 'denied', 'answered'));
