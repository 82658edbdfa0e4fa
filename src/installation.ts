import { timingSafeEqual } from "node:crypto";
import path from "node:path";
import { findFingerprint, insertFingerprint } from "#domain/platform/secret-key/fingerprint-queries.ts";
import { opensNewestWebhookSecret } from "#domain/platform/secret-key/newest-webhook-secret.ts";
import { addShippedIntegrations } from "#oauth/integrations/shipped.ts";
import type { Config } from "./config.ts";
import { connect, type DatabaseConnection } from "./database/connect.ts";
import { EmbeddedDatabaseError } from "./database/embedded/start.ts";
import type { Database } from "./database/database.ts";
import { UnusableDatabaseError } from "./database/unusable-database.ts";
import { opensNewestSigningKey } from "#oauth/newest-signing-key.ts";
import { deriveKey, findSecretKey, fingerprintOf, loadSecretKey } from "./secret-key.ts";

export type Installation = DatabaseConnection;

interface OpenOptions {
  role: "serve" | "command";
  /** Takes notes about progress, line by line. */
  log: (line: string) => void;
  /** Default true. False leaves the schema as it is. */
  migrates?: boolean;
  /** Default true. False is for the command that replaces a lost key. */
  checksSecretKey?: boolean;
}

/**
 * Opens the database that the settings name, with what every installation has. In tests the embedded one does not wait
 * for its disk.
 */
export async function openInstallation(config: Config, options: OpenOptions): Promise<Installation> {
  const installation = await connect(config, { ...options, durable: config.environment !== "test" });
  try {
    if (options.migrates !== false) {
      await addShippedIntegrations(installation.database, new Date());
      if (options.checksSecretKey !== false) await requireSecretKey(installation, config);
    }
    return installation;
  } catch (error) {
    await installation.close();
    throw error;
  }
}

/** The configured secret key is not the one that the database was sealed with. */
export class WrongSecretKey extends Error {
  override name = "WrongSecretKey";
}

/** Records the fingerprint of the key at the first use; refuses every other key from then on. */
async function requireSecretKey(installation: Installation, config: Config): Promise<void> {
  const { database } = installation;
  const trouble = await troubleWithSecretKey(installation, config);
  if (trouble !== undefined) throw new WrongSecretKey(trouble);
  if (await findFingerprint(database)) return;
  await insertFingerprint(database, fingerprintOf(loadSecretKey(config)), new Date());
  // Of two processes that start at once with different keys, one was first.
  await requireSecretKey(installation, config);
}

/**
 * Returns what is wrong with the configured secret key, or undefined. A database of a release that recorded no
 * fingerprint is judged by the newest value that is sealed in it.
 */
export async function troubleWithSecretKey({ database }: Installation, config: Config): Promise<string | undefined> {
  const key = findSecretKey(config);
  const recorded = await findFingerprint(database);
  if (!key) return recorded || (await opensNewest(database, nullKey)) !== undefined ? missingKey(config) : undefined;
  const fits = recorded ? timingSafeEqual(recorded, fingerprintOf(key)) : await opensNewest(database, key);
  return fits === false ? wrongKey : undefined;
}

const nullKey = Buffer.alloc(32);

const opensNewest = async (database: Database, key: Buffer): Promise<boolean | undefined> =>
  (await opensNewestSigningKey(database, key)) ??
  opensNewestWebhookSecret(database, deriveKey(key, "lectern webhooks"));

const wayOut =
  "If that key is lost, `lectern secret reset` replaces everything that was sealed with it; its --help lists what is lost.";
const wrongKey = `LECTERN_SECRET_KEY (or secret.key in the data folder) is not the key that this database was sealed with. Nothing was changed. Restore the key of before. ${wayOut}`;
const missingKey = ({ dataFolder }: Config) =>
  `The key that this database was sealed with is missing: LECTERN_SECRET_KEY is not set, and there is no ${path.join(dataFolder, "secret.key")}. Restore one of them. ${wayOut}`;

/** Whether the error says, in words for the operator, why the database cannot be used. */
export const isDatabaseTrouble = (error: unknown): error is Error =>
  error instanceof EmbeddedDatabaseError || error instanceof UnusableDatabaseError;
