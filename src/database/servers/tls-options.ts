import { readFileSync } from "node:fs";
import type { ConnectionOptions } from "node:tls";
import type { TlsParameters } from "#lib/settings/database-url.ts";
import { UnusableDatabaseError } from "../migrate/unusable-database.ts";

/** Returns the TLS options for a new connection. Certificates may be renewed while this process runs. */
export type ReadTls = () => ConnectionOptions | false;

/** Reads the files now, and again for each connection. Throws UnusableDatabaseError if a file cannot be read. */
export function openTls(parameters: TlsParameters): ReadTls {
  let last = readTls(parameters);
  return () => {
    try {
      last = readTls(parameters);
    } catch {
      // A file that is being replaced.
    }
    return last;
  };
}

/** libpq, "SSL Mode Descriptions": `require` verifies the authority if one is given, and no mode but one the name. */
function readTls({ mode, rootCertificate, certificate, key, keyPassword }: TlsParameters): ConnectionOptions | false {
  if (mode === "disable") return false;
  const ca = rootCertificate === undefined || rootCertificate === "system" ? undefined : read(rootCertificate);
  return {
    rejectUnauthorized: mode !== "require" || ca !== undefined,
    ...(mode !== "verify-full" && { checkServerIdentity: () => undefined }),
    ...(ca !== undefined && { ca }),
    ...(certificate !== undefined && { cert: read(certificate) }),
    ...(key !== undefined && { key: read(key) }),
    ...(keyPassword !== undefined && { passphrase: keyPassword }),
  };
}

function read(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnusableDatabaseError(`A certificate file of DATABASE_URL cannot be read: ${reason}.`, { cause: error });
  }
}
