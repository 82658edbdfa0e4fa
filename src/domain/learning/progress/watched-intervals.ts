/** A watched part of a video: start and end in whole seconds of video time. */
export type Interval = readonly [start: number, end: number];

/** Maximum number of intervals per report and per lecture. */
export const maxIntervals = 100;

/** Players offer up to double speed. A faster player is credited with that. */
export const maxPlaybackRate = 2;

export interface Watching {
  /** Parts that the student watched before, merged. */
  before: readonly Interval[];
  /** Reported by the player. */
  reported: readonly Interval[];
  /** Null if unknown. */
  durationSeconds: number | null;
  /** When the server received the first report of the lecture. */
  startedAt: Date;
  now: Date;
}

/**
 * Adds reported intervals to the stored ones. A player is not trusted: intervals end with the video, and all together
 * cannot be longer than the time since the first report, at double speed. Players send all intervals of a page view
 * each time, so that a part that came too early counts later.
 */
export function addWatched({ before, reported, durationSeconds, startedAt, now }: Watching): Interval[] {
  const end = durationSeconds ?? Infinity;
  const elapsed = Math.max(0, now.getTime() - startedAt.getTime()) / 1000;
  let credit = Math.floor(elapsed * maxPlaybackRate) - secondsOf(before);
  let intervals = [...before];
  for (const [from, to] of reported) {
    for (const [start, until] of newPartsOf([from, Math.min(to, end)], intervals)) {
      if (credit <= 0) break;
      const length = Math.min(until - start, credit);
      credit -= length;
      intervals = merge([...intervals, [start, start + length]]);
    }
  }
  return longestOf(intervals);
}

export const secondsOf = (intervals: readonly Interval[]): number =>
  intervals.reduce((sum, interval) => sum + lengthOf(interval), 0);

const lengthOf = ([start, end]: Interval): number => end - start;

const byStart = ([a]: Interval, [b]: Interval): number => a - b;

/** Returns the parts of an interval that none of the others covers. The others are in order. */
function newPartsOf([start, end]: Interval, others: readonly Interval[]): Interval[] {
  const parts: Interval[] = [];
  let from = start;
  for (const [otherStart, otherEnd] of others) {
    if (otherEnd <= from) continue;
    if (otherStart >= end) break;
    if (otherStart > from) parts.push([from, otherStart]);
    from = otherEnd;
  }
  if (from < end) parts.push([from, end]);
  return parts;
}

/** Returns what was watched by the intervals of two records. Drops the shortest beyond the limit. */
export const unionOf = (one: readonly Interval[], other: readonly Interval[]): Interval[] =>
  longestOf(merge([...one, ...other]));

/** Drops the shortest, so that nothing counts that was not watched. */
const longestOf = (intervals: readonly Interval[]): Interval[] =>
  intervals
    .toSorted((a, b) => lengthOf(b) - lengthOf(a))
    .slice(0, maxIntervals)
    .toSorted(byStart);

function merge(intervals: readonly Interval[]): Interval[] {
  const merged: [number, number][] = [];
  for (const [start, end] of intervals.toSorted(byStart)) {
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}
