import { readDatabaseUrl } from "#lib/settings/database-url.ts";
import { UnusableDatabaseError } from "../migrate/unusable-database.ts";
import { type ConnectionConfig, ServerClient } from "./server-client.ts";
import { openServerSet, type Probe } from "./server-set.ts";
import { followState } from "./session-state.ts";
import { openTls } from "./tls-options.ts";

/** Returns the connection parameters of DATABASE_URL. Throws UnusableDatabaseError. */
export function connectionOfUrl(url: string): ConnectionConfig {
  const read = readDatabaseUrl(url);
  if (!read) throw new UnusableDatabaseError("DATABASE_URL is not a valid connection URL.");
  const { servers, target, tls: parameters, options: urlOptions, driverUrl: connectionString } = read;
  // libpq: Unix sockets have no TLS.
  const isLocal = servers.every(({ host }) => host.startsWith("/"));
  const tls = isLocal ? undefined : parameters && openTls(parameters);

  const probe: Probe = async (server, connectionTimeoutMillis) => {
    const config = { connectionString, urlOptions, tls, connectionTimeoutMillis, application_name: "lectern" };
    const client = Object.assign(new ServerClient(config), server);
    // A broken connection fails the session, so there is nothing else to report.
    client.on("error", () => {});
    const state = followState(client);
    await client.connect();
    await client.end();
    return state;
  };
  return { connectionString, urlOptions, tls, servers: openServerSet(servers, target, probe) };
}
