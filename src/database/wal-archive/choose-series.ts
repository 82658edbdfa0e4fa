import type { ArchiveFolder } from "#lib/archive/archive-folder.ts";
import { groupBySeries } from "./archive-names.ts";
import { type CoveredRange, coveredRange } from "./covered-range.ts";
import { readFacts, type SeriesFacts } from "./series-facts.ts";

/** A series with the range of times that it can be recovered to. */
export interface SeriesInArchive {
  name: string;
  facts: SeriesFacts;
  range: CoveredRange;
}

/** Lists the complete series of an archive, oldest first. */
export async function listSeries(folder: ArchiveFolder): Promise<SeriesInArchive[]> {
  const complete = groupBySeries(await folder.list()).filter(({ hasFacts }) => hasFacts);
  return Promise.all(
    complete.map(async (files) => {
      const facts = await readFacts(folder, files.series);
      return { name: files.series, facts, range: coveredRange(files, facts) };
    }),
  );
}

/**
 * Returns the series for a recovery to the time, newest first: more than one if several installations have written to
 * the archive. A series that another one continues is not listed with it, because both contain the same commits. For
 * the last commit, that rule precedes the times: a clock that was ahead for minutes left a series that ends later.
 */
export function seriesAt(all: readonly SeriesInArchive[], at: Date | "latest"): SeriesInArchive[] {
  const fit =
    at === "latest"
      ? newestOf(withoutContinued(all, all))
      : all.filter(({ range }) => range.from <= at && at < range.until);
  return withoutContinued(fit, all).toReversed();
}

/** Returns the series that none of the others continues, be it by series between them. */
function withoutContinued(some: readonly SeriesInArchive[], all: readonly SeriesInArchive[]): SeriesInArchive[] {
  const previous = new Map(all.map(({ name, facts }) => [name, facts.previous]));
  const continued = new Set<string>();
  for (const { name } of some) {
    let earlier = previous.get(name);
    while (earlier && !continued.has(earlier)) {
      continued.add(earlier);
      earlier = previous.get(earlier);
    }
  }
  return some.filter(({ name }) => !continued.has(name));
}

/** Returns the series with the last commit, and those that were written at the same time. */
function newestOf(all: readonly SeriesInArchive[]): SeriesInArchive[] {
  const [newest] = all.toSorted((one, other) => +other.range.until - +one.range.until);
  if (!newest) return [];
  return all.filter((one) => one === newest || one.range.until > newest.range.from);
}

/** Merges the ranges of the series into those without a gap, oldest first. */
export function coveredRanges(all: readonly SeriesInArchive[]): { from: Date; until: Date }[] {
  const merged: { from: Date; until: Date }[] = [];
  for (const { from, until } of all.map(({ range }) => range).toSorted((one, other) => +one.from - +other.from)) {
    const last = merged.at(-1);
    if (!last || from > last.until) merged.push({ from, until });
    else if (until > last.until) last.until = until;
  }
  return merged;
}
