-- Clients that come from an integration, or that describe themselves in a document of their own.

alter table clients
  drop constraint clients_origin_check,
  add constraint clients_origin_check check (origin in ('registered', 'operator', 'integration', 'metadata_document')),
  add column external_id text,
  add column description text not null default '',
  -- Set while an operator refuses it; it keeps its name, its review and its place in the lists.
  add column blocked_at timestamptz,
  -- The https address of a client's own document, which is its client_id.
  add column metadata_url text,
  add column document_fetched_at timestamptz,
  -- Fresh until then; afterwards the document is asked for again before it is relied on.
  add column document_expires_at timestamptz,
  -- What an operator decided of it, and for which redirect URIs: others make it unreviewed again.
  add column review text check (review in ('approved', 'limited', 'member')),
  add column reviewed_redirects_digest bytea,
  add column reviewed_at timestamptz,
  add column reviewed_by uuid,
  add unique (site_id, external_id),
  add unique (site_id, metadata_url),
  add check ((origin = 'metadata_document') = (metadata_url is not null)),
  add check ((review is null) = (reviewed_redirects_digest is null));

create index clients_by_origin on clients (site_id, origin, id) where deleted_at is null;

drop index clients_never_authorized;
create index clients_never_authorized on clients (created_at)
  where origin in ('registered', 'metadata_document') and first_authorized_at is null
    and reviewed_at is null and blocked_at is null;
