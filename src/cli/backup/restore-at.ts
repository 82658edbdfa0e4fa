import { restoreToTime } from "#domain/transfer/backup/restore-to-time.ts";
import { isDurable } from "#lib/settings/environment.ts";
import { textTable } from "#lib/text/text-table.ts";
import { isStoreUrl } from "#lib/objects/open-store.ts";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { troubleWithSecretKey } from "#server/installation.ts";
import type { Invocation } from "../terminal/action.ts";
import { Finding, UsageError } from "../terminal/errors.ts";
import { showProgress } from "../import/import-progress.ts";

export interface RestoreAtOptions {
  at: string;
  series?: string;
  send?: true;
}

/** Restores the embedded database to a time. */
export async function restoreAt(
  { config, open, output, now }: Invocation,
  target: string | undefined,
  { at, series, send }: RestoreAtOptions,
): Promise<void> {
  if (config.databaseUrl !== undefined) {
    throw new UsageError("--at restores the embedded database. Unset DATABASE_URL, or use the tools of its server.");
  }
  const backupUrl = target === undefined ? config.backupUrl : addressOf(target);
  if (backupUrl === undefined) throw new UsageError("Name the folder of the backups, or set LECTERN_BACKUP_URL.");
  const holdsMessages = send !== true;
  const progress = showProgress(output, {
    copy: "Extracting the copy",
    wal: "Reading the log",
    replay: "Replaying the log",
  });
  const log = (line: string) => {
    if (!/^[A-Z]+: {2}/.test(line)) output.note(line);
  };
  const time = parseTime(at);
  try {
    const durable = isDurable(config.environment);
    const { dataFolder } = config;
    const restored = await restoreToTime(
      { dataFolder, backupUrl, at: time, series, durable, holdsMessages, now, log },
      progress.show,
    );
    progress.end();
    const state = time === "latest" ? restored.coveredUntil : time;
    output.answer(
      {
        restoredTo: state.toISOString(),
        copy: restored.series,
        version: restored.version,
        messagesHeld: holdsMessages,
      },
      textTable([
        ["Restored to", state.toISOString()],
        ["From", restored.series],
        ["Made by", `Lectern ${restored.version}`],
      ]),
    );
  } finally {
    progress.end();
  }
  if (holdsMessages) output.note("Emails and webhooks are held. To send them: lectern messages release");
  output.note(`Files were not restored. The storage is ${config.storageUrl.replace(/\/\/[^@/]*@/, "//")}.`);
  const trouble = await troubleWithSecretKey(await open({ migrates: false }), config);
  if (trouble === undefined) return;
  output.note(trouble);
  throw new Finding("The secret key is not the one of the restored database.");
}

/** A folder, or the address of one. */
function addressOf(target: string): string {
  const address = target.includes("://") ? target : pathToFileURL(path.resolve(target)).href;
  if (isStoreUrl(address)) return address;
  throw new UsageError("Expected a folder, or s3://key:secret@bucket/path?region=…&endpoint=…");
}

/** With a time zone, because the one of this machine may differ from the one that the operator has in mind. */
const timePattern = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/i;

function parseTime(text: string): Date | "latest" {
  if (text === "latest") return text;
  const time = new Date(text.replace(" ", "T").toUpperCase());
  // JavaScript takes the 30th of February for the 2nd of March.
  const day = text.slice(0, 10);
  const isTime = timePattern.test(text) && !Number.isNaN(time.getTime());
  if (isTime && new Date(day).toISOString().startsWith(day)) return time;
  throw new UsageError("--at: expected a time with its zone, as in 2026-11-23T10:30:00Z, or latest.");
}
