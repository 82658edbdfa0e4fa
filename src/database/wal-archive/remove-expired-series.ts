import type { ArchiveFolder } from "#lib/archive/archive-folder.ts";
import { groupBySeries, nameOfFacts, type SeriesFiles, startOfSeries } from "./archive-names.ts";

const day = 86_400_000;

/** Milliseconds after which a series without facts belongs to no running copy. */
const abandonedAfter = 2 * day;

/**
 * Removes the series that no recovery within the retention period needs, and those of interrupted copies. The newest ones
 * stay in any case, because the clock may have jumped forward. Returns their names.
 */
export async function removeExpiredSeries(
  folder: ArchiveFolder,
  { days, current, now }: { days: number; current: string; now: Date },
): Promise<string[]> {
  const all = groupBySeries(await folder.list()).filter(({ series }) => series !== current);
  const complete = all.filter(({ hasFacts }) => hasFacts);
  const expired = complete
    .slice(0, Math.max(0, complete.length - days))
    .filter((files) => now.getTime() - endOf(files).getTime() > days * day);
  const abandoned = all.filter(
    ({ series, hasFacts }) => !hasFacts && now.getTime() - startOfSeries(series).getTime() > abandonedAfter,
  );
  for (const { series, names } of [...expired, ...abandoned]) {
    // Without its facts, an interrupted removal is continued as that of an abandoned series.
    const inOrder = names.toSorted((name) => (name === nameOfFacts(series) ? -1 : 1));
    for (const name of inOrder) await folder.location(name).remove();
  }
  return [...expired, ...abandoned].map(({ series }) => series);
}

const endOf = ({ series, parts }: SeriesFiles): Date => parts.at(-1)?.coveredUntil ?? startOfSeries(series);
