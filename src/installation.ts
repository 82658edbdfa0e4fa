import { addShippedIntegrations } from "#oauth/integrations/shipped.ts";
import type { Config } from "./config.ts";
import { connect, type DatabaseConnection } from "./database/connect.ts";
import { EmbeddedDatabaseError } from "./database/embedded/start.ts";
import { UnusableDatabaseError } from "./database/unusable-database.ts";

export type Installation = DatabaseConnection;

interface OpenOptions {
  role: "serve" | "command";
  /** Takes notes about progress, line by line. */
  log: (line: string) => void;
  /** Default true. False leaves the schema as it is. */
  migrates?: boolean;
}

/**
 * Opens the database that the settings name, with what every installation has. In tests the embedded one does not wait
 * for its disk.
 */
export async function openInstallation(config: Config, options: OpenOptions): Promise<Installation> {
  const installation = await connect(config, { ...options, durable: config.environment !== "test" });
  try {
    if (options.migrates !== false) await addShippedIntegrations(installation.database, new Date());
    return installation;
  } catch (error) {
    await installation.close();
    throw error;
  }
}

/** Whether the error says, in words for the operator, why the database cannot be used. */
export const isDatabaseTrouble = (error: unknown): error is Error =>
  error instanceof EmbeddedDatabaseError || error instanceof UnusableDatabaseError;
