/**
 * One table for all models, like published adapters for relational databases. Has only the indexes that this
 * configuration uses, because each index slows down the peer's inserts.
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
