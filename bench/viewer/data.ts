import type pg from "pg";
import type { Scope } from "#access/scopes.ts";
import { openDatabase } from "#database/database.ts";
import { importOulad } from "../oulad/import/import-oulad.ts";
import { rollUp } from "#domain/analytics/jobs/roll-up.ts";
import { findSite } from "#domain/platform/site/queries.ts";
import { datasetFolder } from "../harness/datasets.ts";
import { analyze, generate } from "../generate/generate.ts";
import type { Connection } from "../harness/cluster.ts";
import { progress } from "../harness/progress.ts";
import { openCredentials } from "../lectern/credentials.ts";
import { insertBenchClient, insertBenchSite } from "../lectern/site.ts";

/** A site with tokens for its members. */
export interface ViewerSite {
  host: string;
  /** Returns access tokens, all of different members as long as there are enough. */
  tokens(count: number): Promise<string[]>;
}

const memberCount = 10_000;
const scopes: readonly Scope[] = ["openid", "profile", "email", "account:read"];

/** Every member has ten courses. */
export async function makeSiteOfTen(pool: pg.Pool, connection: Connection): Promise<ViewerSite> {
  const host = "ten.localhost";
  const siteId = await insertBenchSite(pool, host);
  const db = openDatabase(connection);
  try {
    await generate(db, { siteId, members: memberCount, enrollments: 10, seed: 1, isCounted: true });
  } finally {
    await db.close();
  }
  return viewerSite(pool, siteId, host);
}

export const ouladFolder = datasetFolder("oulad");

/** Uses the real distribution of enrollments and progress. */
export async function makeSiteOfOulad(pool: pg.Pool, connection: Connection): Promise<ViewerSite> {
  const host = "oulad.localhost";
  const siteId = await insertBenchSite(pool, host);
  const db = openDatabase(connection);
  try {
    const site = await findSite(db, siteId);
    if (!site) throw new Error("The import created no site.");
    const context = { db, site, caller: { kind: "cli" }, now: new Date(), requestId: null, address: null } as const;
    await importOulad(context, ouladFolder, {
      onProgress: (stage, part) => progress(`importing OULAD: ${stage}, ${Math.round(part * 100)} %`),
    });
    progress("counting it for analytics");
    // A server would do this in its first minutes.
    while ((await rollUp(db, new Date())) > 0);
    await analyze(db);
  } finally {
    await db.close();
  }
  return viewerSite(pool, siteId, host);
}

async function viewerSite(pool: pg.Pool, siteId: string, host: string): Promise<ViewerSite> {
  const clientId = await insertBenchClient(pool, siteId, {
    audience: "member",
    redirectUri: "https://client.example/callback",
    scopes,
  });
  const credentials = openCredentials(pool);
  const { rows } = await pool.query<{ id: string }>(
    "select id from members where site_id = $1 order by md5(id::text) limit $2",
    [siteId, memberCount],
  );
  const holder = { siteId, members: rows.map(({ id }) => id), clientId };
  return {
    host,
    tokens: async (count) => (await credentials.tokens(holder, scopes, count)).map(({ access }) => access),
  };
}
