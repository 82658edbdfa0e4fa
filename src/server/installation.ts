import { timingSafeEqual } from "node:crypto";
import path from "node:path";
import { openQueue } from "#domain/platform/queue/open-queue.ts";
import { findFingerprint, insertFingerprint } from "#domain/platform/secret-key/fingerprint-queries.ts";
import { opensNewestWebhookSecret } from "#domain/webhooks/endpoints/newest-webhook-secret.ts";
import { isDurable } from "#lib/settings/environment.ts";
import { acceptedKeys } from "#lib/secrets/previous-keys.ts";
import { addShippedIntegrations } from "#oauth/integrations/shipped.ts";
import type { Config } from "./config.ts";
import { connect, type DatabaseConnection } from "#database/connection/connect.ts";
import type { Database } from "#database/database.ts";
import type { Connection as EmbeddedConnection } from "#database/embedded/connection.ts";
import type { EmbeddedServer } from "#database/embedded/start.ts";
import { opensNewestSigningKey } from "#oauth/newest-signing-key.ts";
import { deriveKey, findSecretKey, fingerprintOf, loadSecretKey, WrongSecretKey } from "./secret-key.ts";

export type Installation = DatabaseConnection;

interface OpenOptions {
  role: "serve" | "command";
  /** Receives progress messages, line by line. */
  log: (line: string) => void;
  /** Connection to the embedded database of a supervisor. */
  connection?: EmbeddedConnection | undefined;
  /** The embedded database, if it is already starting. */
  embedded?: Promise<EmbeddedServer> | undefined;
  /** Default true. False leaves the schema unchanged. */
  migrates?: boolean;
  /** Refuses a database in which no tables were created yet. */
  mustExist?: boolean;
  /** Default true. False is for the command that replaces a lost key. */
  checksSecretKey?: boolean;
}

/** Opens the configured database with the data that every installation needs. */
export async function openInstallation(config: Config, options: OpenOptions): Promise<Installation> {
  const timeouts = options.role === "serve" && {
    connectionTimeout: config.statementTimeout,
    statementTimeout: config.statementTimeout,
  };
  const installation = await connect(config, { ...options, ...timeouts, durable: isDurable(config.environment) });
  try {
    if (options.migrates !== false) {
      // A server opens the queue for its jobs. A command may add jobs before any server has run.
      if (options.role === "command") await openQueue(installation.database);
      await addShippedIntegrations(installation.database, new Date());
      if (options.checksSecretKey !== false) await requireSecretKey(installation, config);
    }
    return installation;
  } catch (error) {
    await installation.close();
    throw error;
  }
}

/** Records the fingerprint of the key on first use and rejects every other key afterwards. */
async function requireSecretKey(installation: Installation, config: Config): Promise<void> {
  const { database } = installation;
  const trouble = await troubleWithSecretKey(installation, config);
  if (trouble !== undefined) throw new WrongSecretKey(trouble);
  if (await findFingerprint(database)) return;
  await insertFingerprint(database, fingerprintOf(loadSecretKey(config)), new Date());
  // Checks again, because another process may have recorded a different key at the same time.
  await requireSecretKey(installation, config);
}

/**
 * Returns the problem with the configured secret key, or undefined. Databases of releases without a fingerprint are
 * checked with their newest sealed value.
 */
export async function troubleWithSecretKey(
  { database }: Pick<Installation, "database">,
  config: Config,
): Promise<string | undefined> {
  const key = findSecretKey(config);
  const recorded = await findFingerprint(database);
  if (!key) return recorded || (await opensNewest(database, nullKey)) !== undefined ? missingKey(config) : undefined;
  const fits = recorded
    ? acceptedKeys(key).some((accepted) => timingSafeEqual(recorded, fingerprintOf(accepted)))
    : await opensNewest(database, key);
  return fits === false ? wrongKey : undefined;
}

const nullKey = Buffer.alloc(32);

const opensNewest = async (database: Database, key: Buffer): Promise<boolean | undefined> =>
  (await opensNewestSigningKey(database, key)) ??
  opensNewestWebhookSecret(database, deriveKey(key, "lectern webhooks"));

const wayOut =
  "If that key is lost, `lectern secret reset` replaces the secrets that it encrypted. Its --help lists the consequences.";
const wrongKey = `LECTERN_SECRET_KEY (or secret.key in the data folder) is not the key that sealed this database. Nothing was changed. Restore the previous key. ${wayOut}`;
const missingKey = ({ dataFolder }: Config) =>
  `The key that sealed this database is missing: LECTERN_SECRET_KEY is not set, and ${path.join(dataFolder, "secret.key")} does not exist. Restore one of them. ${wayOut}`;
