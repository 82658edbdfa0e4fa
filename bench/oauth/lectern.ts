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

export async function startOurs(cluster: Cluster, affinity: Affinity): Promise<Contender> {
  const { connection, pool } = await createLecternDatabase(cluster, "bench_lectern");
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
    name: "lectern",
    title: "Lectern",
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
      sessionCookies: async (count) =>
        (await credentials.sessions(holder, count, { redirectUri, scopes })).map(
          (cookie) => `lectern_session_${port}=${cookie}`,
        ),
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
      await pool.query("analyze");
    },
    async stop() {
      await server.stop();
      await pool.end();
    },
  };
}
