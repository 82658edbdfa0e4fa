import type pg from "pg";
import { newId } from "#domain/platform/ids.ts";
import { digest, newSecret } from "#lib/secrets/secret.ts";
import { insertRows } from "./insert-rows.ts";

export interface Holder {
  siteId: string;
  members: readonly string[];
  clientId: string;
}

const day = 86_400_000;

/**
 * Inserts credentials as the server stores them. A member has one grant per client. Each code and each token pair has
 * its own token family.
 */
export function openCredentials(pool: pg.Pool) {
  /** One per member, created on first use. */
  const grants = new Map<string, Promise<string[]>>();

  function grantsOf({ siteId, members, clientId }: Holder): Promise<string[]> {
    const known = grants.get(clientId);
    if (known) return known;
    const rows = members.map((member_id) => ({ ...owned(siteId), id: newId(), member_id, client_id: clientId }));
    const made = insertRows(pool, "grants", grantColumns, rows).then(() => rows.map(({ id }) => id));
    grants.set(clientId, made);
    return made;
  }

  return {
    /** Stores that every member consented to these scopes at this redirect URI. */
    async consents(holder: Holder, consent: { redirectUri: string; scopes: readonly string[] }) {
      const granted = await grantsOf(holder);
      await insertRows(
        pool,
        "consents",
        consentColumns,
        granted.map((grant_id) => ({
          ...owned(holder.siteId),
          id: newId(),
          grant_id,
          redirect_uri: consent.redirectUri,
          scopes: consent.scopes,
        })),
      );
    },

    /** Returns session cookies of browsers. */
    async sessions(holder: Holder, count: number) {
      const secrets = many(count, () => newSecret("lss"));
      await insertRows(
        pool,
        "sessions",
        sessionColumns,
        secrets.map((secret, index) => ({
          ...owned(holder.siteId),
          id: newId(),
          digest: digest(secret),
          member_id: holder.members[index % holder.members.length],
          authenticated_at: new Date(),
          last_seen_at: new Date(),
          expires_at: later(),
        })),
      );
      return secrets;
    },

    async codes(holder: Holder, scopes: readonly string[], challenges: readonly string[], redirectUri: string) {
      const granted = await grantsOf(holder);
      const codes = challenges.map((code_challenge) => ({ code: newSecret("lac"), code_challenge }));
      await insertRows(
        pool,
        "authorization_codes",
        codeColumns,
        codes.map(({ code, code_challenge }, index) => ({
          ...owned(holder.siteId),
          digest: digest(code),
          grant_id: granted[index % granted.length],
          family_id: newId(),
          client_id: holder.clientId,
          redirect_uri: redirectUri,
          redirect_uri_named: true,
          scopes,
          code_challenge,
          resource_named: false,
          nonce: "n-0S6_WzA2Mj",
          expires_at: later(),
        })),
      );
      return codes.map(({ code }) => code);
    },

    /** Token pairs, each with its own family. */
    async tokens(holder: Holder, scopes: readonly string[], count: number) {
      const granted = await grantsOf(holder);
      const pairs = many(count, () => ({ family: newId(), access: newSecret("lat"), refresh: newSecret("lrt") }));
      await insertRows(
        pool,
        "families",
        familyColumns,
        pairs.map(({ family }, index) => ({
          ...owned(holder.siteId),
          id: family,
          grant_id: granted[index % granted.length],
          // State after a first rotation: the server extends the family's expiry at most once a week.
          expires_at: later(67),
        })),
      );
      await insertRows(
        pool,
        "tokens",
        tokenColumns,
        pairs.flatMap(({ family, access, refresh }) => {
          const token = { ...owned(holder.siteId), family_id: family, scopes };
          return [
            { ...token, digest: digest(access), kind: "access", expires_at: later() },
            { ...token, digest: digest(refresh), kind: "refresh", expires_at: later(60) },
          ];
        }),
      );
      return pairs;
    },
  };
}

const many = <Item>(count: number, make: () => Item): Item[] => Array.from({ length: count }, make);
const later = (days = 1) => new Date(Date.now() + days * day);
const owned = (site_id: string) => ({ site_id, created_at: new Date(), updated_at: new Date() });

const created = { site_id: "uuid", created_at: "timestamptz" };
const updated = { ...created, updated_at: "timestamptz" };
const expiring = { expires_at: "timestamptz" };
const grantColumns = { ...updated, id: "uuid", member_id: "uuid", client_id: "uuid" };
const consentColumns = { ...updated, id: "uuid", grant_id: "uuid", redirect_uri: "text", scopes: "text[]" };
const sessionColumns = {
  site_id: "uuid",
  id: "uuid",
  digest: "bytea",
  member_id: "uuid",
  authenticated_at: "timestamptz",
  last_seen_at: "timestamptz",
  ...expiring,
};
const codeColumns = {
  ...created,
  ...expiring,
  digest: "bytea",
  grant_id: "uuid",
  family_id: "uuid",
  client_id: "uuid",
  redirect_uri: "text",
  redirect_uri_named: "boolean",
  scopes: "text[]",
  code_challenge: "text",
  resource_named: "boolean",
  nonce: "text",
};
const familyColumns = { ...created, ...expiring, id: "uuid", grant_id: "uuid" };
const tokenColumns = {
  ...created,
  ...expiring,
  digest: "bytea",
  family_id: "uuid",
  kind: "text",
  scopes: "text[]",
};
