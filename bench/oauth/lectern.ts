import pg from "pg";
import { formatId } from "#domain/platform/ids.ts";
import type { Affinity } from "../harness/affinity.ts";
import type { Cluster } from "../harness/cluster.ts";
import type { Contender } from "../harness/contender.ts";
import { freePort } from "../harness/server-process.ts";
import { openCredentials } from "../lectern/credentials.ts";
import { createLecternDatabase } from "../lectern/database.ts";
import { startLectern } from "../lectern/start.ts";
import { insertBenchClient, insertBenchMembers, insertBenchSite } from "../lectern/site.ts";
import { requestsFor } from "./requests.ts";
import { memberEmail, memberName, members, newPkce, redirectUri, scopes, times } from "./scenario.ts";

const secret = "lcs_a-secret-that-only-the-two-of-us-know-and-no-one-else";

/** With `analyzes: false`, its tables never get planner statistics, as in the first minute of a new installation. */
export async function startOurs(cluster: Cluster, affinity: Affinity, { analyzes = true } = {}): Promise<Contender> {
  const { connection, pool } = await createLecternDatabase(
    cluster,
    analyzes ? "bench_lectern" : "bench_lectern_without_statistics",
  );
  const release = analyzes ? undefined : await preventAnalyze(pool);
  const port = await freePort();
  const host = `localhost:${port}`;

  const siteId = await insertBenchSite(pool, host);
  const people = times(members, (index) => ({ name: memberName(index), email: memberEmail(index) }));
  const memberIds = await insertBenchMembers(pool, siteId, people);
  const client = { audience: "operator", redirectUri, scopes: null } as const;
  const publicClient = await insertBenchClient(pool, siteId, client);
  const confidentialClient = await insertBenchClient(pool, siteId, { ...client, secret });

  const credentials = openCredentials(pool);
  const holder = { siteId, members: memberIds, clientId: publicClient };
  const confidentialHolder = { ...holder, clientId: confidentialClient };
  const server = await startLectern(connection, port, affinity);
  return {
    name: analyzes ? "lectern" : "lectern-without-statistics",
    title: analyzes ? "Lectern" : "Lectern without statistics",
    port,
    host,
    server,
    requests: requestsFor({
      paths: {
        authorize: "/oauth/authorize",
        token: "/api/oauth/token",
        userinfo: "/api/oauth/userinfo",
        introspection: "/api/oauth/introspect",
        revocation: "/api/oauth/revoke",
        discovery: "/.well-known/openid-configuration",
        jwks: "/api/oauth/jwks",
      },
      publicClient: formatId("client", publicClient),
      confidentialClient: { id: formatId("client", confidentialClient), secret },
      async sessionCookies(count) {
        await credentials.consents(holder, { redirectUri, scopes });
        return (await credentials.sessions(holder, count)).map((cookie) => `lectern_session_${port}=${cookie}`);
      },
      async codes(count) {
        const keys = times(count, newPkce);
        const challenges = keys.map(({ challenge }) => challenge);
        const codes = await credentials.codes(holder, scopes, challenges, redirectUri);
        return codes.map((code, index) => ({ code, verifier: keys[index]!.verifier }));
      },
      refreshTokens: async (count, granted) =>
        (await credentials.tokens(holder, granted, count)).map(({ refresh }) => refresh),
      publicAccessTokens: async (count) =>
        (await credentials.tokens(holder, scopes, count)).map(({ access }) => access),
      confidentialAccessTokens: async (count) =>
        (await credentials.tokens(confidentialHolder, scopes, count)).map(({ access }) => access),
    }),
    async analyze() {
      if (analyzes) await pool.query("analyze");
    },
    async stop() {
      await server.stop();
      release?.();
      await pool.end();
    },
  };
}

/** Holds a lock that only ANALYZE, VACUUM and changes of the schema wait for; the server's own ANALYZE skips such tables. */
async function preventAnalyze(pool: pg.Pool): Promise<() => void> {
  const client = await pool.connect();
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'",
  );
  const tables = rows.map(({ name }) => pg.escapeIdentifier(name));
  await client.query("begin");
  await client.query(`lock table ${tables.join(", ")} in share update exclusive mode`);
  return () => client.release(true);
}
