import type pg from "pg";
import type { Scope } from "#access/scopes.ts";
import { formatId } from "#domain/platform/ids.ts";
import type { Affinity } from "../harness/affinity.ts";
import type { Cluster } from "../harness/cluster.ts";
import type { Contender } from "../harness/contender.ts";
import type { HttpRequest } from "../harness/http-request.ts";
import { progress } from "../harness/progress.ts";
import { freePort } from "../harness/server-process.ts";
import { type Holder, openCredentials } from "../lectern/credentials.ts";
import { createLecternDatabase } from "../lectern/database.ts";
import { insertBenchClient } from "../lectern/site.ts";
import { startLectern } from "../lectern/start.ts";
import { newPkce, redirectUri, times } from "../oauth/scenario.ts";
import { query } from "../viewer/query.ts";
import { fill } from "./fill.ts";
import { openSites } from "./open-sites.ts";
import type { Size } from "./sizes.ts";

const scopes: readonly Scope[] = ["openid", "profile", "email", "account:read"];

/** Number of members in the requests, distributed evenly over the sites. */
const sample = 10_000;

interface SampledSite extends Holder {
  host: string;
}

/** Starts the server on an installation of this size. */
export async function startSize(cluster: Cluster, affinity: Affinity, size: Size): Promise<Contender> {
  const { connection, pool } = await createLecternDatabase(cluster, `bench_scale_${size.name}`);
  await fill(connection, pool, size, progress);
  const sites = await sampleSites(pool, Math.ceil(sample / size.sites));
  const credentials = openCredentials(pool);

  /** Alternates between sites, so that consecutive requests never go to the same site. */
  async function acrossSites(count: number, make: (site: SampledSite, count: number) => Promise<HttpRequest[]>) {
    const each = Math.ceil(count / sites.length);
    const made: HttpRequest[][] = [];
    for (const site of sites) {
      const requests = await make(site, each);
      made.push(requests.map((request) => ({ ...request, headers: { host: site.host, ...request.headers } })));
    }
    return times(each, (index) => made.map((requests) => requests[index]!))
      .flat()
      .slice(0, count);
  }

  const withToken = (request: HttpRequest) => async (site: SampledSite, count: number) =>
    (await credentials.tokens(site, scopes, count)).map(({ access }) => ({
      ...request,
      headers: { authorization: `Bearer ${access}` },
    }));

  const requests: Record<string, (site: SampledSite, count: number) => Promise<HttpRequest[]>> = {
    "token-check": withToken({ path: "/api/oauth/userinfo" }),
    viewer: withToken({ path: "/member/graphql", json: { query } }),
    async "token-code"(site, count) {
      const keys = times(count, newPkce);
      const challenges = keys.map(({ challenge }) => challenge);
      const codes = await credentials.codes(site, scopes, challenges, redirectUri);
      const client_id = formatId("client", site.clientId);
      return codes.map((code, index) => ({
        path: "/api/oauth/token",
        form: {
          grant_type: "authorization_code",
          code,
          redirect_uri: redirectUri,
          client_id,
          code_verifier: keys[index]!.verifier,
        },
      }));
    },
  };

  const port = await freePort();
  const server = await startLectern(connection, port, affinity);
  await openSites(
    port,
    sites.map(({ host }) => host),
  );
  return {
    name: size.name,
    title: size.title,
    port,
    host: "",
    server,
    requests: (row, count) => acrossSites(count, requests[row]!),
    async analyze() {
      await pool.query("analyze authorization_codes, grants, families, tokens");
    },
    async stop() {
      await server.stop();
      await pool.end();
    },
  };
}

/** Returns random members and a client that none of them has used. */
async function sampleSites(pool: pg.Pool, membersEach: number): Promise<SampledSite[]> {
  const { rows } = await pool.query<{ id: string; host: string; members: string[] }>(
    `select sites.id, sites.host, array_agg(chosen.id) as members
       from sites join lateral (
         select id from members where site_id = sites.id order by md5(id::text) limit $1
       ) as chosen on true
      group by sites.id, sites.host`,
    [membersEach],
  );
  const sites: SampledSite[] = [];
  for (const { id, host, members } of rows) {
    const clientId = await insertBenchClient(pool, id, { audience: "member", redirectUri, scopes });
    sites.push({ siteId: id, host, members, clientId });
  }
  return sites;
}
