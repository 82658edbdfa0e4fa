import path from "node:path";
import { compareVersions } from "#lib/settings/compare-versions.ts";
import { archiveAddress } from "../export/archive-address.ts";
import { requireExisting } from "../backup/existing-installation.ts";
import type { Invocation } from "../terminal/action.ts";
import { CommandError, UsageError } from "../terminal/errors.ts";
import { fetchArchive } from "./fetch-archive.ts";
import { readiness, waitForRelease } from "./readiness.ts";
import { readRelease, type Release } from "./release-file.ts";
import {
  addRelease,
  findReleases,
  prepareDraft,
  type Releases,
  removeDraft,
  removeOthers,
  switchTo,
} from "./releases.ts";
import { type Owner, ownerOf, requireRelease, runRelease } from "./run-release.ts";
import { unpackRelease } from "#lib/archive/unpack-release.ts";
import { lockUpdates } from "./update-lock.ts";
import { spawn } from "node:child_process";
import type { Config } from "#server/config.ts";

export interface UpdateOptions {
  /** File with the settings. */
  settings?: string;
  sha256?: string;
  /** False: `--no-backup`. */
  backup?: string | false;
  restart: string;
  wait: number;
  dryRun?: true;
}

/** An update in progress. */
interface Update extends Invocation {
  options: UpdateOptions;
  releases: Releases;
  owner: Owner | undefined;
}

type Installed = Release & { folder: string };

export async function runUpdate(invocation: Invocation, archive: string, options: UpdateOptions): Promise<void> {
  const { config } = invocation;
  const releases = findReleases();
  requireExisting(config);
  if (options.backup === undefined && config.backupUrl === undefined)
    throw new UsageError("Name a place for the backup with --backup, set LECTERN_BACKUP_URL, or choose --no-backup.");
  const lock = lockUpdates(releases);
  try {
    prepareDraft(releases);
    await update({ ...invocation, options, releases, owner: ownerOf(config.dataFolder, options.settings) }, archive);
  } finally {
    removeDraft(releases);
    lock.release();
  }
}

async function update(running: Update, archive: string): Promise<void> {
  const { config, output, options, releases } = running;
  const { current } = releases;
  const unpacked = await fetchRelease(running, archive);
  const release = readRelease(unpacked);
  requireUsable(release, current);
  const responding = await readiness(config);
  if (release.version === current.version) return finish(running, responding.version);
  if (!responding.isReady)
    throw new CommandError("not_ready", `The server is not ready: ${responding.answer}. ${start}`);
  const pending = await findMigrations(running, unpacked, release);
  const plan = { from: current.version, to: release.version, migrations: pending };
  if (options.dryRun) {
    const migrations = pending.length === 0 ? "No migrations" : `Migrations: ${pending.join(", ")}`;
    output.answer({ ...plan, dryRun: true }, `Version ${plan.from} can be updated to ${plan.to}. ${migrations}.`);
    return;
  }
  const backup = await backUp(running);
  const added = { ...release, folder: addRelease(releases, unpacked, release) };
  output.note(`Migrating the database while version ${plan.from} serves …`);
  await requireRelease(added.folder, ["migrate"], running.owner);
  await replace(running, added, backup);
  for (const version of removeOthers(releases, [added.folder, current.folder]))
    output.note(`Removed the release ${version}, which is older than both.`);
  output.answer({ ...plan, backup }, `Updated from ${plan.from} to ${plan.to}.`);
}

const start = "Start it before an update, or correct LECTERN_HOST and LECTERN_PORT.";

async function fetchRelease({ output, options, releases }: Update, archive: string): Promise<string> {
  const file = path.join(releases.draft, "archive.tar.gz");
  const unpacked = path.join(releases.draft, "release");
  output.note(`Fetching ${archive} …`);
  await fetchArchive(archive, file, options.sha256);
  await unpackRelease(file, unpacked);
  return unpacked;
}

function requireUsable({ version, platform }: Release, current: Release): void {
  if (platform !== current.platform)
    throw new UsageError(`This is the archive for ${platform}. Use the one for ${current.platform}.`);
  if (compareVersions(version, current.version) < 0)
    throw new UsageError(
      `Version ${version} is older than ${current.version}, which is installed. Read "Go back" in the upgrade guide.`,
    );
}

/** Completes an update that was interrupted between the switch and the restart. */
async function finish(running: Update, responding: string | undefined): Promise<void> {
  const { output, options, releases } = running;
  const { current } = releases;
  const { version } = current;
  const document = { from: responding ?? null, to: version };
  if (options.dryRun || responding === version) {
    output.answer({ ...document, isCurrent: responding === version }, `Version ${version} is installed.`);
    return;
  }
  output.note(`Version ${version} is installed and does not run. Restarting …`);
  const failure = await startRelease(restartOf(running), current);
  if (failure !== undefined) throw new CommandError("not_ready", `Version ${version} does not run: ${failure}.`);
  output.answer({ ...document, isCurrent: true }, `Version ${version} runs.`);
}

/** Returns the pending migrations. Throws if the running version could not serve on the migrated schema. */
async function findMigrations({ owner, releases }: Update, unpacked: string, { version }: Release): Promise<string[]> {
  const { document, message } = await runRelease(unpacked, ["migrate", "--check"], owner);
  const { migrations, requires } = document;
  if (!Array.isArray(migrations)) throw new CommandError("release_unusable", `Version ${version} reports: ${message}`);
  const current = releases.current.version;
  if (typeof requires === "string" && compareVersions(requires, current) > 0) {
    const hasRelease = compareVersions(requires, version) < 0;
    const todo = hasRelease ? `Update to ${requires} first` : "Stop the server, and follow the upgrade guide";
    throw new UsageError(`Version ${current} cannot run on the database of ${version}. ${todo}.`);
  }
  return migrations.map(String);
}

/** Backs up with the running version, because an older one does not know the tables of the next. */
async function backUp({ options, output, owner, releases }: Update): Promise<string | null> {
  if (options.backup === false) return null;
  const target = options.backup === undefined ? [] : [archiveAddress(options.backup)];
  output.note("Backing up …");
  const { archive } = await requireRelease(releases.current.folder, ["backup", ...target], owner);
  output.note(`Backup: ${String(archive)}`);
  return String(archive);
}

const restartOf = ({ config, options, output, releases }: Update): Restart => ({
  config,
  json: output.json,
  releases,
  shellCommand: options.restart,
  readyWithinSeconds: options.wait,
});

/** Starts the next version, or again the current one if that fails. */
async function replace(running: Update, next: Installed, backup: string | null): Promise<void> {
  const { releases, output } = running;
  const { current } = releases;
  const restart = restartOf(running);
  output.note(`Restarting with version ${next.version} …`);
  const failure = await startRelease(restart, next);
  if (failure === undefined) return;
  output.note(`Version ${next.version} does not run: ${failure}. Going back to ${current.version} …`);
  const second = await startRelease(restart, current);
  // Without a restart, the previous version has never stopped.
  const serves = second === undefined || (await readiness(running.config)).version === current.version;
  const place = backup === null ? "" : ` The backup from before is ${backup}.`;
  const state = `The database keeps the migrations of ${next.version}, with which ${current.version} can run.${place}`;
  const outcome = serves
    ? `Version ${current.version} serves.`
    : `Version ${current.version}, to which the link \`current\` leads again, does not run either: ${second}.`;
  throw new CommandError("update_failed", `Version ${next.version} does not run: ${failure}. ${outcome} ${state}`);
}

interface Restart {
  config: Config;
  /** True: nothing but the answer of the command is printed. */
  json: boolean;
  releases: Releases;
  shellCommand: string;
  readyWithinSeconds: number;
}

/**
 * Lets `current` name a release, restarts the service and waits until this release is ready. Returns the reason if it
 * does not become ready.
 */
async function startRelease(
  { config, json, releases, shellCommand, readyWithinSeconds }: Restart,
  { folder, version }: { folder: string; version: string },
): Promise<string | undefined> {
  switchTo(releases, folder);
  const failure = await runCommand(shellCommand, json);
  if (failure !== undefined) return `\`${shellCommand}\` failed: ${failure}`;
  const last = await waitForRelease(config, version, readyWithinSeconds);
  if (last.isReady) return undefined;
  const responding = last.version === undefined ? "" : `, version ${last.version}`;
  return `it was not ready after ${readyWithinSeconds} seconds (last answer: ${last.answer}${responding})`;
}

/** Runs the command of the operator, whose output goes to stderr. Returns the reason of a failure. */
async function runCommand(command: string, json: boolean): Promise<string | undefined> {
  const printed = json ? "ignore" : 2;
  const child = spawn("/bin/sh", ["-c", command], { stdio: ["ignore", printed, printed] });
  return new Promise((resolve) => {
    child.once("error", ({ message }) => resolve(message));
    child.once("close", (code, signal) => resolve(code === 0 ? undefined : `exit code ${code ?? signal}`));
  });
}
