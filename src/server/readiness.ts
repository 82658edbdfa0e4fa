import { describeMissing } from "#database/migrate/unusable-database.ts";
import { missingObjects } from "#database/migrate/missing-objects.ts";
import { troubleWithNewerSchema } from "#database/migrate/newer-schema.ts";
import { findMissingContents } from "#domain/files/files/find-missing-contents.ts";
import type { Checks } from "#http/health.ts";
import type { ObjectStore } from "#lib/objects/object-store.ts";
import type { Config } from "./config.ts";
import { type Installation, troubleWithSecretKey } from "./installation.ts";

/** Checks of /readyz that find a database or a storage that was replaced or restored while the server runs. */
export function dataChecks(installation: Installation, config: Config, store: ObjectStore): Checks {
  const { database } = installation;
  let lookedForFiles: { at: number; missing: readonly string[] } | undefined;
  let lookedAtSchema: { at: number; trouble: string | undefined } | undefined;
  return {
    database_schema: () =>
      requireNo(async () => {
        if (!lookedAtSchema || performance.now() - lookedAtSchema.at > schemaCheckIntervalMs) {
          const trouble = describeMissing(await missingObjects(database.pool));
          lookedAtSchema = { at: performance.now(), trouble };
        }
        return lookedAtSchema.trouble ?? (await troubleWithNewerSchema(database.pool));
      }),
    secret_key: () => requireNo(() => troubleWithSecretKey(installation, config)),
    files: () =>
      requireNo(async () => {
        if (!lookedForFiles || performance.now() - lookedForFiles.at > filesCheckIntervalMs) {
          const { looked, missing } = await findMissingContents(database, store);
          // Single files may be lost for other reasons, which `lectern doctor` reports.
          lookedForFiles = { at: performance.now(), missing: missing.length === looked ? missing : [] };
        }
        const [first] = lookedForFiles.missing;
        return first && `The storage lacks the newest files, for example ${first}.`;
      }),
  };
}

/** Throws if there is trouble. Other checks report a database or storage that does not respond. */
async function requireNo(findTrouble: () => Promise<string | undefined>): Promise<void> {
  const trouble = await findTrouble().catch(() => undefined);
  if (trouble !== undefined) throw new Error(trouble);
}

const schemaCheckIntervalMs = 10_000;

const filesCheckIntervalMs = 60_000;
