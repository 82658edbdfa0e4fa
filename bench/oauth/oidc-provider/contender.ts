import { generateKeyPairSync, type JsonWebKey } from "node:crypto";
import type pg from "pg";
import type { Affinity } from "../../harness/affinity.ts";
import type { Cluster } from "../../harness/cluster.ts";
import type { Contender } from "../../harness/contender.ts";
import { openPool } from "../../harness/pool.ts";
import { freePort, startServer } from "../../harness/server-process.ts";
import { requestsFor } from "../requests.ts";
import { memberEmail, memberName, members, redirectUri, scopes, times } from "../scenario.ts";
import { confidentialClient, openCredentials, publicClient } from "./credentials.ts";
import { schema } from "./schema.ts";

export async function startOidcProvider(cluster: Cluster, affinity: Affinity): Promise<Contender> {
  const connection = await cluster.create("bench_oidc_provider");
  const port = await freePort();
  const host = `localhost:${port}`;
  const signingKey = newSigningKey();
  const pool = openPool(connection);
  await pool.query(schema);
  await fill(pool);

  const server = await startServer(new URL("server.ts", import.meta.url), { connection, port, signingKey }, affinity);
  const credentials = openCredentials(pool, `http://${host}`, signingKey);
  return {
    name: "oidc-provider",
    title: "oidc-provider",
    port,
    host,
    server,
    requests: requestsFor({
      paths: {
        authorize: "/auth",
        token: "/token",
        userinfo: "/me",
        introspection: "/token/introspection",
        revocation: "/token/revocation",
        discovery: "/.well-known/openid-configuration",
        jwks: "/jwks",
      },
      publicClient,
      confidentialClient,
      sessionCookies: async (count) => (await credentials.sessions(count)).map((session) => `_session=${session}`),
      codes: credentials.codes,
      refreshTokens: credentials.refreshTokens,
      publicAccessTokens: (count) => credentials.accessTokens(count, publicClient),
      confidentialAccessTokens: (count) => credentials.accessTokens(count, confidentialClient.id),
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

function newSigningKey(): JsonWebKey {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { ...privateKey.export({ format: "jwk" }), kid: "bench", alg: "ES256", use: "sig" };
}

async function fill(pool: pg.Pool): Promise<void> {
  const common = { grant_types: ["authorization_code", "refresh_token"], redirect_uris: [redirectUri] };
  const metadata = { ...common, response_types: ["code"], scope: scopes.join(" "), application_type: "web" };
  const { id, secret } = confidentialClient;
  const clients = [
    { ...metadata, client_id: publicClient, client_name: "Public", token_endpoint_auth_method: "none" },
    {
      ...metadata,
      client_id: id,
      client_secret: secret,
      client_name: "Confidential",
      token_endpoint_auth_method: "client_secret_post",
    },
  ];
  await pool.query(
    "insert into oidc_payloads (type, id, payload) select 'Client', c ->> 'client_id', c from unnest($1::jsonb[]) as c",
    [clients.map((client) => JSON.stringify(client))],
  );
  await pool.query(
    `insert into accounts (id, name, email, org_id, roles)
     select id, name, email, 'school', '{student}' from unnest($1::text[], $2::text[], $3::text[]) as t (id, name, email)`,
    [times(members, (index) => `member-${index}`), times(members, memberName), times(members, memberEmail)],
  );
}
