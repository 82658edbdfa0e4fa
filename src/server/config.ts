import path from "node:path";
import { pathToFileURL } from "node:url";
import { type BackupConfig, backupSettings, readBackupSettings } from "#lib/settings/backup-settings.ts";
import { type ClientConfig, clientSettings, readClientSettings } from "#lib/settings/client-settings.ts";
import { type ContactConfig, contactSettings, readContactSettings } from "#lib/settings/contact-settings.ts";
import { type Environment, environments } from "#lib/settings/environment.ts";
import { type ObservabilityConfig, observabilitySettings, readObservability } from "#lib/settings/observability.ts";
import { withSecretFiles } from "#lib/secrets/secret-files.ts";
import {
  isLoopback,
  oneOf,
  parseApiOrigin,
  parseProcesses,
  parseDatabaseUrl,
  parseHost,
  parseKey,
  parseNetworks,
  parsePort,
  parseStorageUrl,
  wholeFrom,
} from "#lib/settings/setting-values.ts";
import { typedKeys } from "#lib/json/typed-object.ts";
import { unknownSettings } from "#lib/settings/unknown-settings.ts";

const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
type LogLevel = (typeof logLevels)[number];

/** All external configuration. No other code reads the environment. */
export interface Config extends ObservabilityConfig, BackupConfig, ClientConfig, ContactConfig {
  environment: Environment;
  /** `localhost` means both loopback addresses, 127.0.0.1 and ::1, because browsers may try either. */
  host: string;
  port: number;
  /** Number of processes that serve requests. */
  processes: number;
  /** Absolute. */
  dataFolder: string;
  /** `file:` with an absolute path, or `s3:`. */
  storageUrl: string;
  /** Undefined: uses the embedded PostgreSQL in the data folder. */
  databaseUrl: string | undefined;
  /** Milliseconds for a statement of a request, and for opening its connection. */
  statementTimeout: number;
  /** 32 bytes. Undefined only outside production: `loadSecretKey` then keeps one in the data folder. */
  secretKey: Buffer | undefined;
  /** Also accepted, while lectern secret rotate replaces it. */
  previousSecretKey: Buffer | undefined;
  /** Milliseconds between SIGTERM and the end of new connections. */
  drainTime: number;
  /** Milliseconds after a signal after which the process exits. */
  shutdownTime: number;
  /** Allows client metadata documents on this machine. */
  clientMetadataLoopback: boolean;
  /** Undefined: no metrics are served. */
  metricsPort: number | undefined;
  metricsHost: string;
  /** Addresses and networks (CIDR) whose `X-Forwarded-*` headers are trusted. */
  trustedProxies: readonly string[];
  /** Undefined: Stripe's own address. */
  stripeUrl: string | undefined;
  /** Undefined: ECPay's own addresses. */
  ecpayUrl: string | undefined;
  logLevel: LogLevel;
}

/** Documentation of a setting, for docs/reference/settings.md, `lectern --help` and error messages. */
export interface Setting {
  name: string;
  meaning: string;
  default: string;
  allowed: string;
}

const documented = {
  LECTERN_ENV: {
    meaning:
      "Purpose of the installation. Development and test serve loopback origins only. Production serves every site except demo sites, and requires its secrets. Test has a demo without history and may lose data in a crash",
    default: "development",
    allowed: environments.join(", "),
  },
  LECTERN_HOST: {
    meaning: "Address to listen on. localhost means both 127.0.0.1 and ::1",
    default: "localhost (production: 0.0.0.0)",
    allowed: "an IP address or a host name",
  },
  LECTERN_PORT: { meaning: "Port to listen on", default: "8080", allowed: "1 to 65535" },
  LECTERN_PROCESSES: {
    meaning:
      "Number of processes that serve requests. auto means one per core that this program may use. With more than one, a supervisor starts and restarts them",
    default: "1",
    allowed: "1 to 64, or auto",
  },
  LECTERN_DATA: {
    meaning: "Folder of the embedded database, the keys and the demo's credentials",
    default: ".data",
    allowed: "a path",
  },
  DATABASE_URL: {
    meaning:
      "PostgreSQL 15 or later to use instead of the embedded one. With several hosts, the one that accepts writes is used",
    default: "none",
    allowed:
      "postgres://user:password@host:5432,host:5432/database, optionally with target_session_attrs, sslmode (disable, require, verify-ca, verify-full), sslrootcert (required for verify-ca), sslcert, sslkey and options. host, port and dbname replace their part of the address, as in libpq. Parameters that decide where to connect or whom to trust and are not supported, such as hostaddr and sslcrl, are refused",
  },
  LECTERN_STATEMENT_TIMEOUT: {
    meaning:
      "Seconds that a database statement of a request may take. After that, the request is answered with 503. Jobs and commands have 15 seconds",
    default: "4",
    allowed: "1 to 60",
  },
  LECTERN_STORAGE_URL: {
    meaning: "Location of stored file contents",
    default: "files in LECTERN_DATA",
    allowed:
      "file:///… with a path, or s3://key:secret@bucket/prefix?region=…&endpoint=https://… (only the bucket is required)",
  },
  LECTERN_SECRET_KEY: {
    meaning: "Encrypts the keys in the database",
    default: "created in the data folder (production: required)",
    allowed: "32 bytes as base64url (43 characters) or hex (64)",
  },
  LECTERN_SECRET_KEY_PREVIOUS: {
    meaning: "Previous secret key, which is accepted as well while lectern secret rotate replaces it",
    default: "none",
    allowed: "32 bytes as base64url (43 characters) or hex (64)",
  },
  LECTERN_DRAIN_SECONDS: {
    meaning:
      "Seconds between SIGTERM and the end of new connections. Meanwhile /readyz responds with 503, so that load balancers send requests elsewhere",
    default: "0 (production: 5)",
    allowed: "0 to 600, less than LECTERN_SHUTDOWN_SECONDS",
  },
  LECTERN_SHUTDOWN_SECONDS: {
    meaning: "Seconds after SIGTERM or SIGINT after which the process exits, whatever is still running",
    default: "25",
    allowed: "1 to 3600",
  },
  LECTERN_METRICS_PORT: {
    meaning: "Port of the Prometheus metrics",
    default: "none: no metrics",
    allowed: "1 to 65535, not LECTERN_PORT",
  },
  LECTERN_METRICS_HOST: {
    meaning: "Address that serves the metrics. They have no access control: expose them to your own network only",
    default: "127.0.0.1",
    allowed: "an IP address or a host name",
  },
  ...observabilitySettings,
  LECTERN_TRUSTED_PROXIES: {
    meaning: "Proxies whose X-Forwarded headers are trusted",
    default: "none",
    allowed: "IP addresses and networks like 10.0.0.0/8, separated by commas",
  },
  ...contactSettings,
  LECTERN_STRIPE_URL: {
    meaning: "Address of Stripe's API, for tests with an emulator. It receives the secret keys of the schools",
    default: "https://api.stripe.com",
    allowed: "https://… without a path, or http://… on this machine",
  },
  LECTERN_ECPAY_URL: {
    meaning: "Address of ECPay's pages and API, for tests with an emulator. It receives what members pay for",
    default: "https://payment.ecpay.com.tw and https://ecpayment.ecpay.com.tw",
    allowed: "https://… without a path, or http://… on this machine",
  },
  ...backupSettings,
  LECTERN_CLIENT_METADATA_LOOPBACK: {
    meaning: "Accept metadata documents of applications on this machine. Development only",
    default: "false",
    allowed: "true, false",
  },
  ...clientSettings,
  LECTERN_LOG_LEVEL: {
    meaning: "Minimum severity of log entries",
    default: "info (test: silent)",
    allowed: logLevels.join(", "),
  },
} as const satisfies Record<string, Omit<Setting, "name">>;

type SettingName = keyof typeof documented;

/** Settings that contain passwords or keys. Each can be given as a file instead: `DATABASE_URL_FILE`. */
export const secretSettings = [
  "DATABASE_URL",
  "LECTERN_STORAGE_URL",
  "LECTERN_SECRET_KEY",
  "LECTERN_SECRET_KEY_PREVIOUS",
  "SMTP_URL",
  "LECTERN_BACKUP_URL",
  "LECTERN_API_KEY",
] as const satisfies readonly SettingName[];

const settingNames = typedKeys(documented);

export const settings: readonly Setting[] = settingNames.map((name) => ({ name, ...documented[name] }));

/** Reports all wrong settings together, so that the operator can fix them in one pass. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`Invalid settings:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
    this.name = "ConfigError";
    this.problems = problems;
  }
}

/** Reads the environment, and the files of its secrets. Empty variables count as absent. Throws ConfigError. */
export function readConfig(variables: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = [];
  const env = withSecretFiles(variables, secretSettings, problems);
  problems.push(...unknownSettings(env, settingNames));

  const read = <Value>(name: SettingName, parse: (text: string) => Value | undefined): Value | undefined => {
    const text = env[name]?.trim();
    if (!text) return undefined;
    const value = parse(text);
    // The message omits the value, which may contain a password or a key.
    if (value === undefined) problems.push(`${name}: expected ${documented[name].allowed}.`);
    return value;
  };

  const environment = read("LECTERN_ENV", oneOf(environments)) ?? "development";
  const production = environment === "production";
  const port = read("LECTERN_PORT", parsePort) ?? 8080;
  const shutdownSeconds = read("LECTERN_SHUTDOWN_SECONDS", wholeFrom(1, 3600)) ?? 25;
  const defaultDrain = production ? Math.min(5, shutdownSeconds - 1) : 0;
  const dataFolder = path.resolve(read("LECTERN_DATA", String) ?? ".data");
  const config: Config = {
    environment,
    host: read("LECTERN_HOST", parseHost) ?? (production ? "0.0.0.0" : "localhost"),
    port,
    processes: read("LECTERN_PROCESSES", parseProcesses) ?? 1,
    dataFolder,
    storageUrl: read("LECTERN_STORAGE_URL", parseStorageUrl) ?? pathToFileURL(path.join(dataFolder, "files")).href,
    databaseUrl: read("DATABASE_URL", parseDatabaseUrl),
    statementTimeout: (read("LECTERN_STATEMENT_TIMEOUT", wholeFrom(1, 60)) ?? 4) * 1000,
    secretKey: read("LECTERN_SECRET_KEY", parseKey),
    previousSecretKey: read("LECTERN_SECRET_KEY_PREVIOUS", parseKey),
    drainTime: (read("LECTERN_DRAIN_SECONDS", wholeFrom(0, Math.min(600, shutdownSeconds - 1))) ?? defaultDrain) * 1000,
    shutdownTime: shutdownSeconds * 1000,
    clientMetadataLoopback: read("LECTERN_CLIENT_METADATA_LOOPBACK", oneOf(["true", "false"])) === "true",
    metricsPort: read("LECTERN_METRICS_PORT", (text) => (text === String(port) ? undefined : parsePort(text))),
    metricsHost: read("LECTERN_METRICS_HOST", parseHost) ?? "127.0.0.1",
    ...readObservability(env, read),
    trustedProxies: Object.freeze(read("LECTERN_TRUSTED_PROXIES", parseNetworks) ?? []),
    ...readContactSettings(read),
    stripeUrl: read("LECTERN_STRIPE_URL", parseApiOrigin),
    ecpayUrl: read("LECTERN_ECPAY_URL", parseApiOrigin),
    ...readBackupSettings(read),
    ...readClientSettings(env, read),
    logLevel: read("LECTERN_LOG_LEVEL", oneOf(logLevels)) ?? (environment === "test" ? "silent" : "info"),
  };

  if (production && !env["LECTERN_SECRET_KEY"]?.trim() && !variables["LECTERN_SECRET_KEY_FILE"]?.trim()) {
    problems.push(
      "LECTERN_SECRET_KEY: required in production. Generate one with `openssl rand -hex 32`, and keep it as long as the database.",
    );
  }
  // Client ID Metadata Document §8.6: only if the server is reachable from this machine alone.
  if (config.clientMetadataLoopback && !(environment === "development" && isLoopback(config.host))) {
    problems.push(
      "LECTERN_CLIENT_METADATA_LOOPBACK: requires LECTERN_ENV=development and a loopback address as LECTERN_HOST. Otherwise strangers could send requests to services on this machine.",
    );
  }
  if (config.trustsTraceparent && config.trustedProxies.length === 0) {
    problems.push("LECTERN_TRUST_TRACEPARENT: requires LECTERN_TRUSTED_PROXIES.");
  }
  if (config.walInterval !== undefined && (config.backupUrl === undefined || config.databaseUrl !== undefined)) {
    problems.push(
      "LECTERN_BACKUP_WAL_SECONDS: requires LECTERN_BACKUP_URL and the embedded database. An external server archives its write-ahead log itself.",
    );
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.freeze(config);
}
