import pg from "pg";
import { NoServerError } from "../servers/no-server-error.ts";

/** Oldest PostgreSQL version that the tests pass on. */
export const oldestServer = 15;

/** The database cannot be used. The message states how to fix it and contains no password. */
export class UnusableDatabaseError extends Error {
  override name = "UnusableDatabaseError";
}

/** Explains which parts of the schema are missing; undefined if none are. */
export function describeMissing(missing: readonly string[]): string | undefined {
  if (missing.length === 0) return undefined;
  const more = missing.length > maxNamed ? ` and ${missing.length - maxNamed} more` : "";
  const names = missing.slice(0, maxNamed).join(", ");
  return `The database is incomplete: it lacks ${names}${more}. A restore was probably interrupted. Restore the backup again into an empty database.`;
}

const maxNamed = 5;

/** Explains which right the user of the database lacks; undefined for other errors. */
export function describeMissingRight(error: unknown): string | undefined {
  // insufficient_privilege (PostgreSQL, appendix A)
  if (!(error instanceof pg.DatabaseError && error.code === "42501")) return undefined;
  return `The user of the database lacks a right: ${error.message}. Make it the owner of the database and of everything in it, or grant it the right.`;
}

/** Explains why connecting to the server of DATABASE_URL failed. */
export function describeConnectError(error: unknown, { host, port, database }: pg.Client): string {
  if (error instanceof NoServerError) return error.message;
  // Contains neither user nor password, since messages go to logs.
  const address = `${host}${host.startsWith("/") ? "" : `:${port}`}/${database}`;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const explain = explanations[code];
  if (explain) return explain(address);
  const reason = error instanceof Error ? error.message : String(error);
  return `PostgreSQL at ${address} (DATABASE_URL) cannot be used: ${reason}.`;
}

const silent = (address: string) =>
  `No PostgreSQL responds at ${address} (DATABASE_URL). Start it, or unset DATABASE_URL for the embedded one.`;

const refused = (address: string) =>
  `PostgreSQL at ${address} rejects the user or the password of DATABASE_URL. Check both, and its pg_hba.conf.`;

const untrusted = (address: string) =>
  `The certificate of PostgreSQL at ${address} (DATABASE_URL) is not from an authority that this server trusts. Set sslrootcert to the certificate of its authority.`;

const explanations: Record<string, (address: string) => string> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  CERT_SIGNATURE_FAILURE: untrusted,
  CERT_HAS_EXPIRED: (address) => `The certificate of PostgreSQL at ${address} (DATABASE_URL) has expired. Renew it.`,
  ERR_TLS_CERT_ALTNAME_INVALID: (address) =>
    `The certificate of PostgreSQL at ${address} (DATABASE_URL) is for another host. Use a host that the certificate names, or sslmode=verify-ca.`,
  ECONNREFUSED: silent,
  ECONNRESET: silent,
  EHOSTUNREACH: silent,
  ENETUNREACH: silent,
  ENOENT: silent,
  ETIMEDOUT: silent,
  ENOTFOUND: (address) => `The host of DATABASE_URL is unknown: ${address}. Check its spelling.`,
  EAI_AGAIN: (address) => `The host of DATABASE_URL could not be looked up: ${address}. Check the network.`,
  "28000": refused,
  "28P01": refused,
  "3D000": (address) => `The database ${address} does not exist. Create it first.`,
  "57P03": (address) => `PostgreSQL at ${address} (DATABASE_URL) is still starting. Try again in a moment.`,
  "53300": (address) => `PostgreSQL at ${address} (DATABASE_URL) has no connection left. Raise its max_connections.`,
};
