import { readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";
import type { ArchiveFolder } from "#lib/archive/archive-folder.ts";
import { groupBySeries, nameOfFacts, startOfSeries } from "./archive-names.ts";
import type { ArchiveSession } from "./archive-session.ts";
import { coveredRange } from "./covered-range.ts";
import { readFacts } from "./series-facts.ts";

/** The series to which a server adds its WAL. */
export interface CurrentSeries {
  name: string;
  /** Position after the last archived byte. */
  position: bigint;
  coveredUntil: Date;
  /** Time of its copy. */
  startedAt: Date;
}

/** `folder`: inode of the data directory. A copy of it does not continue the series. */
const Note = z.object({ series: z.string(), folder: z.string() });

const identityOf = (cluster: string): string => String(statSync(cluster, { bigint: true }).ino);

/** Outside of the data directory, so that a recovered server does not continue the series. */
const noteOf = (cluster: string) => path.join(path.dirname(cluster), "wal-archive.json");

export function noteSeries(cluster: string, series: string): void {
  const file = noteOf(cluster);
  writeFileSync(`${file}.new`, JSON.stringify({ series, folder: identityOf(cluster) }), { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
}

/** Returns the series that this data folder wrote last. */
export function notedSeries(cluster: string): string | undefined {
  try {
    const { series, folder } = Note.parse(JSON.parse(readFileSync(noteOf(cluster), "utf8")));
    return folder === identityOf(cluster) ? series : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the series that this data folder wrote last, if its WAL continues there without a gap. `slot`: the first
 * position that the server still has.
 */
export async function resumeSeries(
  folder: ArchiveFolder,
  cluster: string,
  { systemIdentifier, timeline }: ArchiveSession,
  slot: bigint,
): Promise<CurrentSeries | undefined> {
  const name = notedSeries(cluster);
  if (name === undefined || !(await folder.location(nameOfFacts(name)).exists())) return undefined;
  const facts = await readFacts(folder, name);
  if (facts.systemIdentifier !== systemIdentifier || facts.timeline !== timeline) return undefined;
  const files = groupBySeries(await folder.list()).find(({ series }) => series === name);
  if (!files) return undefined;
  const { end, until } = coveredRange(files, facts);
  const last = files.parts.at(-1);
  // After a gap in the archive, this series cannot be continued.
  if (end < slot || (last && last.end !== end)) return undefined;
  return { name, position: end, coveredUntil: until, startedAt: startOfSeries(name) };
}
