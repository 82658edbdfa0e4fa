import type pg from "pg";
import { openDatabase } from "#database/database.ts";
import { generate } from "../generate/generate.ts";
import { generateSites } from "../generate/generate-sites.ts";
import type { Connection } from "../harness/cluster.ts";
import { insertBenchSite } from "../lectern/site.ts";
import type { Size } from "./sizes.ts";

const enrollments = 10;

/** Inserts members with ten enrollments each, and a client that all of them are signed in to. */
export async function fill(
  connection: Connection,
  pool: pg.Pool,
  { title, sites, membersEach }: Size,
  report: (line: string) => void,
): Promise<void> {
  const db = openDatabase(connection);
  try {
    if (sites === 1) {
      const siteId = await insertBenchSite(pool, "s1.localhost");
      const onProgress = (done: number) => report(`${title}: ${done.toLocaleString("en")} members`);
      await generate(db, { siteId, members: membersEach, enrollments, seed: 1, isCounted: true, onProgress });
    } else {
      report(`${title}: sites and members`);
      await generateSites(db, sites, { membersPerSite: membersEach, enrollments, isCounted: true });
    }
  } finally {
    await db.close();
  }
  for (const [made, statement] of signedInApplication) {
    report(`${title}: ${made}`);
    await pool.query(statement);
  }
}

const signedInApplication = [
  [
    "clients",
    `insert into clients (site_id, id, name, origin, audience, token_endpoint_auth_method, redirect_uris,
                          first_authorized_at, created_at, updated_at)
     select id, uuidv7(), 'An application', 'operator', 'member', 'none', '{https://application.example/callback}',
            now(), now(), now() from sites`,
  ],
  [
    // Reuses the member ID for the grant and the family, because each is in its own table.
    "grants",
    `insert into grants (site_id, id, member_id, client_id, created_at, updated_at)
     select members.site_id, members.id, members.id, clients.id, now(), now()
       from members join clients on clients.site_id = members.site_id`,
  ],
  [
    "families",
    `insert into families (site_id, id, grant_id, created_at, expires_at)
     select site_id, id, id, now(), now() + interval '67 days' from grants`,
  ],
  [
    "tokens",
    `insert into tokens (site_id, digest, family_id, kind, scopes, created_at, expires_at)
     select site_id, sha256((kind || id)::bytea), id, kind, '{openid,account:read}', now(), now() + interval '1 day'
       from families, unnest(array['access', 'refresh']) as kind`,
  ],
  ["statistics", "vacuum (analyze) clients, grants, families, tokens"],
] as const;
