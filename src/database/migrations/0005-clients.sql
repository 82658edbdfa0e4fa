-- Clients created by an integration or described by a metadata document.

alter table clients
  drop constraint clients_origin_check,
  add constraint clients_origin_check check (origin in ('registered', 'operator', 'integration', 'metadata_document')),
  add column external_id text,
  add column description text not null default '',
  -- Set while an operator blocks the client; it keeps its name, review and position in lists.
  add column blocked_at timestamptz,
  -- The https URL of the client's metadata document, which is its client_id.
  add column metadata_url text,
  add column document_fetched_at timestamptz,
  -- Cache expiry of the document; afterwards it is fetched again before use.
  add column document_expires_at timestamptz,
  -- The operator's review and the redirect URIs it covers; other redirect URIs reset it.
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
