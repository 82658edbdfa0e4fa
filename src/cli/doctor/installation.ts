import { backupsExpectedSince } from "#domain/background/monitoring/expected-since.ts";
import { describeHold, findMessageHold } from "#domain/transfer/backup/message-hold.ts";
import { listSites } from "#domain/platform/site/queries.ts";
import { whyNotServed } from "#domain/platform/site/served-sites.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { type Config, ConfigError } from "#server/config.ts";
import { type Installation, openInstallation, troubleWithSecretKey } from "#server/installation.ts";
import { isDatabaseTrouble } from "#server/start-failure.ts";
import { type Check, note, ok, wrong } from "./check.ts";
import { findMissingContents } from "#domain/files/files/find-missing-contents.ts";
import { openStore } from "#lib/objects/open-store.ts";
import { StorageOutage } from "#lib/objects/storage-outage.ts";

export interface InstallationChecks {
  checks: Check[];
  /** The time from which scheduled backups are expected; undefined if the database cannot be used. */
  backupsSince?: Date;
}

export async function checkInstallation(config: Config): Promise<InstallationChecks> {
  let installation: Installation;
  try {
    installation = await openInstallation(config, { role: "command", log: () => {}, migrates: false });
  } catch (error) {
    if (!isDatabaseTrouble(error)) throw error;
    return { checks: [wrong("Database", error.message)] };
  }
  try {
    const checks = [
      ok(
        "Database",
        `PostgreSQL ${installation.serverVersion}, ${installation.embedded ? "embedded" : "of DATABASE_URL"}`,
      ),
      checkClock(installation),
      checkMigrations(installation),
      ...(installation.migrations.length === 0
        ? [
            await checkSecretKey(installation, config),
            ...(await checkMessages(installation)),
            await checkFiles(installation, config),
            ...(await checkSites(installation, config)),
          ]
        : []),
    ];
    if (installation.migrations.length > 0) return { checks };
    return { checks, backupsSince: await backupsExpectedSince(installation.database) };
  } finally {
    await installation.close();
  }
}

/** Codes expire after a minute, id_tokens after ten: differences of seconds already matter. */
function checkClock({ clockAhead }: Installation): Check {
  const name = "Clock";
  if (new Date().getUTCFullYear() < 2025) return wrong(name, "The clock of this machine is years behind. Set it.");
  const seconds = Math.abs(clockAhead).toFixed(1);
  if (Math.abs(clockAhead) < 5) return ok(name, `${seconds} s off the database's clock`);
  return wrong(name, `${seconds} s off the database's clock. Synchronize both machines (NTP).`);
}

function checkMigrations({ migrations, newer }: Installation): Check {
  const name = "Migrations";
  if (newer.length > 0) {
    return note(name, `${newer.length} of a newer version: ${newer.join(", ")}. Upgrade this installation to it.`);
  }
  if (migrations.length === 0) return ok(name, "none pending");
  return wrong(name, `${migrations.length} pending: ${migrations.join(", ")}. Apply them: lectern migrate`);
}

async function checkMessages({ database }: Installation): Promise<Check[]> {
  const hold = await findMessageHold(database);
  return hold ? [wrong("Messages", describeHold(hold))] : [];
}

async function checkSites({ database }: Installation, config: Config): Promise<Check[]> {
  const sites = await listSites(database, { limit: 100 });
  if (sites.length > 0) return sites.map((site) => checkSite(site, config));
  return [note("Sites", "none yet. Create one: lectern site create --help")];
}

function checkSite(site: Site, { environment, port }: Config): Check {
  const { origin } = site;
  const { protocol, port: named } = new URL(origin);
  const name = "Site";
  const why = whyNotServed(site, environment);
  if (why !== undefined) return wrong(name, `${origin} is not served. ${why}`);
  if (protocol === "https:") return ok(name, origin);
  if (environment === "production")
    return wrong(name, `${origin} is unencrypted and reachable only from this machine.`);
  if (Number(named || 80) === port) return ok(name, origin);
  return note(name, `${origin} does not use LECTERN_PORT ${port}`);
}

async function checkSecretKey(installation: Installation, config: Config): Promise<Check> {
  const trouble = await troubleWithSecretKey(installation, config).catch((error: unknown) => {
    if (error instanceof ConfigError) return error.problems.join(" ");
    throw error;
  });
  const name = "Secret key";
  if (trouble !== undefined) return wrong(name, trouble);
  if (!config.previousSecretKey) return ok(name, "decrypts the secrets in the database");
  return note(name, "LECTERN_SECRET_KEY_PREVIOUS is set. Run `lectern secret rotate`, then remove it.");
}

/** Checks that the storage works and has the newest files of the database. */
async function checkFiles({ database }: Installation, { storageUrl }: Config): Promise<Check> {
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
