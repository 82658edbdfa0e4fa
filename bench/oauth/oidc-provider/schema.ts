/**
 * One table for all models, as the adapters that people publish for relational databases have it. Indexes only where
 * this configuration looks something up by them: each costs the peer something at every insert.
 */
export const schema = `
  create table oidc_payloads (
    type        text not null,
    id          text not null,
    payload     jsonb not null,
    grant_id    text,
    uid         text,
    expires_at  timestamptz,
    consumed_at timestamptz,
    primary key (type, id)
  );
  create index oidc_payloads_of_grant on oidc_payloads (grant_id, type) where grant_id is not null;
  create index oidc_payloads_by_uid on oidc_payloads (uid) where uid is not null;

  create table accounts (
    id      text primary key,
    name    text not null,
    email   text not null,
    org_id  text not null,
    roles   text[] not null
  );
`;
