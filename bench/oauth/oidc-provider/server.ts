import type { JsonWebKey } from "node:crypto";
import { createServer } from "node:http";
import { Provider } from "oidc-provider";
import pg from "pg";
import type { Connection } from "../../harness/cluster.ts";
import { announce, settings } from "../../harness/serving.ts";
import { postgresAdapter } from "./adapter.ts";
import { type Account, configuration } from "./configuration.ts";

/** The same number of connections as our server. */
const connections = 20;

const { connection, port, signingKey } = settings as { connection: Connection; port: number; signingKey: JsonWebKey };

const pool = new pg.Pool({ ...connection, max: connections, idleTimeoutMillis: 0 });

const provider = new Provider(
  `http://localhost:${port}`,
  configuration({
    signingKey,
    adapter: (model) => postgresAdapter(pool, model),
    async findAccount(id) {
      const text = "select id, name, email, org_id, roles from accounts where id = $1";
      return (await pool.query<Account>({ name: "find_account", text, values: [id] })).rows[0];
    },
  }),
);
provider.on("server_error", (_context, error) => console.error(error));

createServer(provider.callback()).listen(port, "127.0.0.1", announce);
