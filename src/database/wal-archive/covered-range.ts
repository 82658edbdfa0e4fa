import type { SeriesFiles, WalPart } from "./archive-names.ts";
import type { SeriesFacts } from "./series-facts.ts";
import { startOfSegment } from "./wal-segments.ts";

/** The times to which a series can be recovered. */
export interface CoveredRange {
  from: Date;
  /** Exclusive: a recovery to this time or later lacks commits. */
  until: Date;
  /** Position after the last usable byte of the WAL. */
  end: bigint;
  /** Without gaps, from the start of the segment in which recovery begins. */
  parts: WalPart[];
}

/** Returns the range of a series up to the first gap in its WAL. */
export function coveredRange(
  { parts }: SeriesFiles,
  { walStart, segmentSize, completedAt }: SeriesFacts,
): CoveredRange {
  const usable: WalPart[] = [];
  let end = startOfSegment(walStart, segmentSize);
  for (const part of parts) {
    if (part.start !== end) break;
    usable.push(part);
    end = part.end;
  }
  const until = usable.at(-1)?.coveredUntil ?? completedAt;
  return { from: completedAt, until: until < completedAt ? completedAt : until, end, parts: usable };
}
