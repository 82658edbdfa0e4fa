import { randomBytes } from "node:crypto";

/*
 * Files of the archive, all in one folder. A series is a copy of the data folder with the write-ahead log (WAL) that
 * follows it.
 * - `base-20261123T030000Z-1a2b3c4d.tar.gz`: the copy
 * - `base-20261123T030000Z-1a2b3c4d.json`: the facts of the series. Without it, the series is incomplete.
 * - `base-20261123T030000Z-1a2b3c4d.{start}-{end}.{time}.wal.gz`: a part of the WAL
 */

/** A part of the WAL of a series. */
export interface WalPart {
  name: string;
  /** Log sequence numbers of the first byte and of the byte after the last. Both are in one segment. */
  start: bigint;
  end: bigint;
  /** Commits up to this time are in this part or in earlier ones. */
  coveredUntil: Date;
}

const copyName = /^(base-\d{8}T\d{6}Z-[0-9a-f]{8})\.tar\.gz(?:\.part)?$/;
const factsName = /^(base-\d{8}T\d{6}Z-[0-9a-f]{8})\.json$/;
const partName = /^(base-\d{8}T\d{6}Z-[0-9a-f]{8})\.([0-9a-f]{16})-([0-9a-f]{16})\.(\d{8}T\d{9}Z)\.wal\.gz(?:\.part)?$/;

const compact = (time: Date): string => time.toISOString().replaceAll(/[-:.]/g, "");

/** Random, because a restored copy of the installation may write to the same archive. */
export const newSeriesName = (now: Date): string =>
  `base-${compact(now).replace(/\d{3}Z$/, "Z")}-${randomBytes(4).toString("hex")}`;

export const nameOfCopy = (series: string): string => `${series}.tar.gz`;
export const nameOfFacts = (series: string): string => `${series}.json`;

const hex = (position: bigint): string => position.toString(16).padStart(16, "0");

export const nameOfPart = (series: string, { start, end, coveredUntil }: Omit<WalPart, "name">): string =>
  `${series}.${hex(start)}-${hex(end)}.${compact(coveredUntil)}.wal.gz`;

/** The files of one series, by name. */
export interface SeriesFiles {
  series: string;
  hasFacts: boolean;
  /** In the order of their start. */
  parts: WalPart[];
  names: string[];
}

/** Groups the names in an archive by series, oldest first. Ignores other files. */
export function groupBySeries(names: readonly string[]): SeriesFiles[] {
  const found = new Map<string, SeriesFiles>();
  const filesOf = (series: string) => {
    const files = found.get(series) ?? { series, hasFacts: false, parts: [], names: [] };
    found.set(series, files);
    return files;
  };
  for (const name of names) {
    const series = (copyName.exec(name) ?? factsName.exec(name) ?? partName.exec(name))?.[1];
    if (series === undefined) continue;
    const files = filesOf(series);
    files.names.push(name);
    files.hasFacts ||= factsName.test(name);
    const [, , start, end, time] = partName.exec(name) ?? [];
    if (start === undefined || end === undefined || time === undefined || name.endsWith(".part")) continue;
    files.parts.push({ name, start: BigInt(`0x${start}`), end: BigInt(`0x${end}`), coveredUntil: parseTime(time) });
  }
  for (const { parts } of found.values()) parts.sort(byPosition);
  return [...found.values()].toSorted((one, other) => (one.series < other.series ? -1 : 1));
}

const byPosition = (one: WalPart, other: WalPart): number =>
  one.start === other.start ? Number(one.end - other.end) : one.start < other.start ? -1 : 1;

/** `20261123T030000123Z` */
const parseTime = (text: string): Date =>
  new Date(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/, "$1-$2-$3T$4:$5:$6.$7Z"));

/** Returns the time in the name of a series. */
export const startOfSeries = (series: string): Date => parseTime(series.replace(/^base-(\d{8}T\d{6})Z-.*$/, "$1000Z"));
