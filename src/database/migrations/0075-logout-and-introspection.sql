-- Redirect URIs after sign-out (OpenID Connect RP-Initiated Logout §3.1), and permission to introspect tokens of all
-- clients of the site (RFC 7662 §2.1: a resource server).
alter table clients add column post_logout_redirect_uris text[] not null default '{}';
alter table clients add column introspects_all_tokens boolean not null default false
  check (not introspects_all_tokens or token_endpoint_auth_method <> 'none');
