import { randomBytes } from "node:crypto";
import { flushCompileCache } from "node:module";
import { importBuilt } from "../../src/server/built-code.ts";
import { readConfig } from "../../src/server/config.ts";
import type { Connection } from "../harness/cluster.ts";
import { announce, settings } from "../harness/serving.ts";

const { connection, port, env } = settings as { connection: Connection; port: number; env: Record<string, string> };

const { user, password, database, host } = connection;
const url = new URL("postgres://localhost");
Object.assign(url, { username: user, password, pathname: `/${database}` });
url.searchParams.set("host", host);
url.searchParams.set("port", String(connection.port));

// No contender logs requests; otherwise the benchmark would measure the disk.
const config = readConfig({
  LECTERN_ENV: "production",
  LECTERN_HOST: "127.0.0.1",
  LECTERN_PORT: String(port),
  LECTERN_SECRET_KEY: randomBytes(32).toString("hex"),
  LECTERN_LOG_LEVEL: "warn",
  DATABASE_URL: url.href,
  ...env,
});
// As `npm start` does.
const { serve } =
  (await importBuilt<typeof import("../../src/server/serve.ts")>("serve")) ??
  (await import("../../src/server/serve.ts"));
const server = await serve(config);
flushCompileCache();
process.on("SIGTERM", () => void server.close().then(() => process.exit(0)));
announce();
