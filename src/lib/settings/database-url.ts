/** A server of DATABASE_URL. */
export interface ServerAddress {
  /** A host name, an address, or the folder of a Unix socket. */
  host: string;
  port: number;
}

/** libpq's `target_session_attrs`: which of several servers to use. */
const sessionTargets = ["any", "read-write", "read-only", "primary", "standby", "prefer-standby"] as const;
export type SessionTarget = (typeof sessionTargets)[number];

/** libpq's TLS parameters, without the modes that accept an unencrypted connection instead. */
export interface TlsParameters {
  mode: "disable" | "require" | "verify-ca" | "verify-full";
  /** Path of the accepted authorities, or `system` for those of Node.js. */
  rootCertificate: string | undefined;
  certificate: string | undefined;
  key: string | undefined;
  keyPassword: string | undefined;
}

export interface DatabaseUrl {
  servers: readonly [ServerAddress, ...ServerAddress[]];
  target: SessionTarget;
  /** Undefined: no TLS. */
  tls: TlsParameters | undefined;
  /** libpq's `options`: settings of the session. */
  options: string | undefined;
  /** The URL with the first server alone and without the parameters above, for the driver. */
  driverUrl: string;
}

const defaultPort = 5432;
const pattern = /^postgres(?:ql)?:\/\/(?<authority>[^/?#]*)(?<path>\/[^?#]*)?(?:\?(?<query>[^#]*))?$/;

/**
 * Reads a connection URL of libpq with one or several hosts (PostgreSQL, "Connection URIs"). With several hosts, the
 * default of `target_session_attrs` is `read-write`. Returns undefined if the URL is invalid.
 */
export function readDatabaseUrl(text: string): DatabaseUrl | undefined {
  const { authority, path = "", query = "" } = pattern.exec(text)?.groups ?? {};
  if (authority === undefined) return undefined;
  const hostsStart = authority.lastIndexOf("@") + 1;
  const hosts = authority.slice(hostsStart);
  const withUser = `postgres://${authority.slice(0, hostsStart)}`;
  if (!URL.canParse(`${withUser}localhost${path}?${query}`)) return undefined;

  const parameters = new URLSearchParams(query);
  // The last one counts, as in libpq.
  const takeText = (name: string) => {
    const value = parameters.getAll(name).at(-1);
    parameters.delete(name);
    return value;
  };
  const take = (name: string) => takeText(name) || undefined;
  if ([...unsupported].some((name) => parameters.has(name)) || parameters.get("channel_binding") === "require") {
    return undefined;
  }
  const servers = readServers(hosts, { host: takeText("host"), port: takeText("port") });
  const database = take("dbname");
  const target = take("target_session_attrs") ?? (servers && servers.length > 1 ? "read-write" : "any");
  const tls = readTls(take);
  const options = take("options");
  if (!servers || !isTarget(target) || tls === "invalid") return undefined;
  const [first, ...others] = servers;
  if (!first) return undefined;
  const databasePath = database === undefined ? path : `/${encodeURIComponent(database)}`;
  const url = driverUrl(withUser, first, databasePath, parameters);
  return { servers: [first, ...others], target, tls, options, driverUrl: url };
}

/** Parameters of libpq that the driver would ignore, although they decide where to connect or whom to trust. */
const unsupported: ReadonlySet<string> = new Set([
  "hostaddr",
  "service",
  "servicefile",
  "passfile",
  "requirepeer",
  "require_auth",
  "sslcrl",
  "sslcrldir",
  "ssl_min_protocol_version",
]);

/** The folder of a socket is a parameter, because the driver would take a path for the database. */
function driverUrl(start: string, { host, port }: ServerAddress, path: string, parameters: URLSearchParams): string {
  const isSocket = host.startsWith("/");
  if (isSocket) for (const [name, value] of Object.entries({ host, port })) parameters.set(name, String(value));
  const address = isSocket ? "localhost" : `${host.includes(":") ? `[${host}]` : host}:${port}`;
  return `${start}${address}${path}${parameters.size > 0 ? `?${parameters.toString()}` : ""}`;
}

const isTarget = (text: string): text is SessionTarget => sessionTargets.some((target) => target === text);

/**
 * The parameters `host` and `port` each replace their part of the addresses before the path, as in libpq. A single port
 * is for all hosts; several need as many hosts.
 */
function readServers(
  authority: string,
  parameters: { host: string | undefined; port: string | undefined },
): ServerAddress[] | undefined {
  const addresses = authority.split(",").map(readAddress);
  if (addresses.some((address) => address === undefined)) return undefined;
  const hosts = parameters.host?.split(",") ?? addresses.map((address) => address?.host ?? "");
  const ports = parameters.port?.split(",") ?? addresses.map((address) => address?.port ?? "");
  if (ports.length > 1 && ports.length !== hosts.length) return undefined;
  const servers = hosts.map((host, index) => toServer(host, ports.length > 1 ? ports[index] : ports[0]));
  return servers.every((server) => server !== undefined) ? servers : undefined;
}

function readAddress(text: string): { host: string; port: string } | undefined {
  const { v6, name, port = "" } = /^(?:\[(?<v6>[^\]]+)\]|(?<name>[^:]*))(?::(?<port>\d*))?$/.exec(text)?.groups ?? {};
  const host = decode(v6 ?? name);
  return host === undefined ? undefined : { host, port };
}

function toServer(host: string, port: string | undefined): ServerAddress | undefined {
  if (port && !/^\d+$/.test(port)) return undefined;
  const number = port ? Number(port) : defaultPort;
  if (/[\s@[\]]/.test(host) || number < 1 || number > 65_535) return undefined;
  return { host: host || "localhost", port: number };
}

function decode(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const modes = {
  disable: "disable",
  require: "require",
  // The driver's name for it.
  "no-verify": "require",
  "verify-ca": "verify-ca",
  "verify-full": "verify-full",
} as const;

function readTls(take: (name: string) => string | undefined): TlsParameters | "invalid" | undefined {
  const sslmode = take("sslmode");
  const files = {
    rootCertificate: take("sslrootcert"),
    certificate: take("sslcert"),
    key: take("sslkey"),
    keyPassword: take("sslpassword"),
  };
  if (sslmode === undefined && Object.values(files).every((file) => file === undefined)) return undefined;
  const mode = Object.entries(modes).find(([name]) => name === (sslmode ?? "verify-full"))?.[1];
  if (!mode) return "invalid";
  // As in libpq: these would verify nothing, or less than the words promise.
  if (mode === "verify-ca" && files.rootCertificate === undefined) return "invalid";
  if (mode !== "verify-full" && files.rootCertificate === "system") return "invalid";
  if ((files.certificate === undefined) !== (files.key === undefined)) return "invalid";
  return { mode, ...files };
}
