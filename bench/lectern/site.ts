import type pg from "pg";
import type { Scope } from "#access/scopes.ts";
import { newId } from "#domain/platform/ids.ts";
import { digest } from "#lib/secrets/secret.ts";
import { insertRows } from "./insert-rows.ts";

/** Inserts a site with this host, over http. Returns its ID. */
export async function insertBenchSite(pool: pg.Pool, host: string): Promise<string> {
  const id = newId();
  const now = new Date();
  const columns = { id: "uuid", origin: "text", host: "text", name: "text", settings: "jsonb", ...timestamps };
  // The load exceeds the rate of requests per person that any real application has.
  const settings = { apiRequestsPerMinute: 100_000 };
  await insertRows(pool, "sites", columns, [
    { id, origin: `http://${host}`, host, name: "A school", settings, created_at: now, updated_at: now },
  ]);
  return id;
}

/** Inserts students with an account, a verified address and a name. Returns their IDs. */
export async function insertBenchMembers(
  pool: pg.Pool,
  siteId: string,
  people: readonly { name: string; email: string }[],
): Promise<string[]> {
  const now = new Date();
  const rows = people.map(({ name, email }) => ({
    id: newId(),
    site_id: siteId,
    account_id: newId(),
    name,
    email,
    email_key: email,
    roles: ["student"],
  }));
  await insertRows(
    pool,
    "accounts",
    { id: "uuid", email: "text", email_key: "text", email_verified_at: "timestamptz", ...timestamps },
    rows.map(({ account_id, email, email_key }) => ({
      id: account_id,
      email,
      email_key,
      email_verified_at: now,
      created_at: now,
      updated_at: now,
    })),
  );
  await insertRows(
    pool,
    "members",
    {
      site_id: "uuid",
      id: "uuid",
      account_id: "uuid",
      name: "text",
      email: "text",
      email_key: "text",
      roles: "text[]",
      joined_at: "timestamptz",
      ...timestamps,
    },
    rows.map((row) => ({ ...row, joined_at: now, created_at: now, updated_at: now })),
  );
  return rows.map(({ id }) => id);
}

export interface NewBenchClient {
  audience: "operator" | "member";
  redirectUri: string;
  scopes: readonly Scope[] | null;
  /** If absent: a public client. */
  secret?: string;
}

/** Returns the ID of the client. */
export async function insertBenchClient(pool: pg.Pool, siteId: string, client: NewBenchClient): Promise<string> {
  const id = newId();
  const now = new Date();
  await insertRows(
    pool,
    "clients",
    {
      site_id: "uuid",
      id: "uuid",
      name: "text",
      origin: "text",
      audience: "text",
      token_endpoint_auth_method: "text",
      redirect_uris: "text[]",
      scopes: "text[]",
      secret_digest: "bytea",
      first_authorized_at: "timestamptz",
      ...timestamps,
    },
    [
      {
        site_id: siteId,
        id,
        name: "A client",
        origin: "operator",
        audience: client.audience,
        token_endpoint_auth_method: client.secret ? "client_secret_post" : "none",
        redirect_uris: [client.redirectUri],
        scopes: client.scopes,
        secret_digest: client.secret ? digest(client.secret) : null,
        first_authorized_at: now,
        created_at: now,
        updated_at: now,
      },
    ],
  );
  return id;
}

const timestamps = { created_at: "timestamptz", updated_at: "timestamptz" };
