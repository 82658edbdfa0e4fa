import { findMissingContents } from "#domain/files/files/find-missing-contents.ts";
import { openStore } from "#lib/objects/open-store.ts";
import { StorageOutage } from "#lib/objects/storage-outage.ts";
import type { Config } from "#server/config.ts";
import type { Installation } from "#server/installation.ts";
import { type Check, ok, wrong } from "./check.ts";

/** Checks that the storage works and has the newest files of the database. */
export async function checkFiles({ database }: Installation, { storageUrl }: Config): Promise<Check> {
  const name = "Files";
  const store = openStore(storageUrl);
  try {
    await store.check();
    const { looked, missing } = await findMissingContents(database, store);
    const [example] = missing;
    if (example === undefined) return ok(name, looked === 0 ? "none stored yet" : `the newest ${looked} are readable`);
    return wrong(
      name,
      `${missing.length} of the newest ${looked} files are missing in the storage, for example ${example}. Restore the storage from the same backup as the database, or correct LECTERN_STORAGE_URL.`,
    );
  } catch (error) {
    if (!(error instanceof StorageOutage)) throw error;
    return wrong(name, `${error.message} Correct LECTERN_STORAGE_URL, or start the storage.`);
  }
}
