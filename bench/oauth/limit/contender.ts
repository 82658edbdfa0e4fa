import { generateKeyPairSync } from "node:crypto";
import { digest, newSecret } from "#lib/secrets/secret.ts";
import type { Affinity } from "../../harness/affinity.ts";
import type { Cluster } from "../../harness/cluster.ts";
import type { Contender } from "../../harness/contender.ts";
import { openPool } from "../../harness/pool.ts";
import { freePort, startServer } from "../../harness/server-process.ts";
import { requestsFor } from "../requests.ts";
import { memberEmail, memberName, members, times } from "../scenario.ts";

const schema = `
  create table people (id text primary key, name text not null, email text not null);
  create table credentials (
    digest     bytea primary key,
    member_id  text not null,
    created_at timestamptz not null,
    spent_at   timestamptz
  );
`;

/** A bare handler with one statement: the upper limit for any complete server with the same components. */
export async function startLimit(cluster: Cluster, affinity: Affinity): Promise<Contender> {
  const connection = await cluster.create("bench_limit");
  const port = await freePort();
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const pool = openPool(connection);
  await pool.query(schema);
  await pool.query("insert into people select * from unnest($1::text[], $2::text[], $3::text[])", [
    times(members, (index) => `member-${index}`),
    times(members, memberName),
    times(members, memberEmail),
  ]);
  const credentials = (prefix: string) => async (count: number) => {
    const made = times(count, () => newSecret(prefix));
    await pool.query(
      `insert into credentials (digest, member_id, created_at)
       select digest, 'member-' || (n % $2), now() from unnest($1::bytea[]) with ordinality as t (digest, n)`,
      [made.map(digest), members],
    );
    return made;
  };

  const signingKey = privateKey.export({ format: "jwk" });
  const server = await startServer(new URL("server.ts", import.meta.url), { connection, port, signingKey }, affinity);
  return {
    name: "limit",
    title: "bare handler",
    port,
    host: `localhost:${port}`,
    server,
    requests: requestsFor({
      paths: {
        authorize: "/authorize",
        token: "/token",
        userinfo: "/userinfo",
        introspection: "/introspection",
        revocation: "/revocation",
        discovery: "/discovery",
        jwks: "/jwks",
      },
      publicClient: "public-client",
      confidentialClient: { id: "confidential-client", secret: "secret" },
      sessionCookies: credentials("session"),
      codes: async (count) => (await credentials("lac")(count)).map((code) => ({ code, verifier: "unread" })),
      refreshTokens: credentials("lrt"),
      publicAccessTokens: credentials("lat"),
      confidentialAccessTokens: credentials("lat"),
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
