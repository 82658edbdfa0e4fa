import type { Database } from "#database/database.ts";
import { readSite } from "#domain/platform/site/queries.ts";
import type { Site } from "#domain/platform/site/site.ts";
import type { Client } from "#oauth/clients/client.ts";
import { findClient } from "#oauth/clients/queries.ts";
import { openCredentials } from "../lectern/credentials.ts";
import { insertBenchClient, insertBenchMembers, insertBenchSite } from "../lectern/site.ts";
import { redirectUri, times } from "../oauth/scenario.ts";

const members = 200;

const scopes = ["openid", "profile", "email", "account:read"] as const;

export interface FilledSite {
  site: Site;
  client: Client;
  /** One per member; a refresh replaces the refresh token. */
  tokens: { access: string; refresh: string }[];
}

/** Inserts sites with members, and a client to which all of them are signed in. */
export async function fillSites(db: Database, count: number): Promise<FilledSite[]> {
  const credentials = openCredentials(db.pool);
  const filled: FilledSite[] = [];
  for (let index = 0; index < count; index++) {
    const siteId = await insertBenchSite(db.pool, `bench-${index}.localhost`);
    const people = times(members, (number) => ({ name: "A member", email: `m${number}.${index}@bench.example` }));
    const memberIds = await insertBenchMembers(db.pool, siteId, people);
    const clientId = await insertBenchClient(db.pool, siteId, { audience: "member", redirectUri, scopes: [...scopes] });
    const tokens = await credentials.tokens({ siteId, members: memberIds, clientId }, scopes, members);
    const site = await readSite(db, siteId);
    const client = await findClient({ db, site }, clientId);
    if (!client) throw new Error("The client is missing.");
    filled.push({ site, client, tokens });
  }
  await db.pool.query("analyze accounts, members, clients, grants, families, tokens");
  return filled;
}
