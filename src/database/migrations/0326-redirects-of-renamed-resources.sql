-- requires 0.1.0
-- The renamed resource to which a redirect leads. Null for redirects that an operator created.
alter table redirects add column resource_kind text, add column resource_id uuid;
