import { addDays, offsetAt } from "#lib/time/zoned-time.ts";

/** Instants after `after`, up to `until`. */
export interface Span {
  after: Date;
  until: Date;
}

const day = 86_400_000;

/** Clocks change at a quarter of an hour (UTC) in all time zones of this century. */
const quarter = 15 * 60_000;

/** `addDays` treats the last second of a day on its own. */
const parts = [
  [0, quarter - 1000],
  [quarter - 1000, quarter],
] as const;

/** Larger than the difference between two offsets of a time zone. */
const margin = 2 * day;

/**
 * Returns the starts from which a number of calendar days ends within a span: the inverse of `addDays`. One span,
 * unless clocks change close to its start or its end. The starts of adjacent spans neither overlap nor leave gaps.
 */
export function startsWithin(timeZone: string, days: number, { after, until }: Span): Span[] {
  const [from, to] = [after.getTime() - days * day, until.getTime() - days * day];
  const offsetsIn = (first: number, last: number) =>
    [first - margin, last + margin].map((time) => offsetAt(new Date(time), timeZone));
  const [starts, ends] = [offsetsIn(from, to), offsetsIn(after.getTime(), until.getTime())];
  const isSteady = starts[0] === starts[1] && ends[0] === ends[1];
  const shiftOf = (start: number) => addDays(timeZone, new Date(start), days).getTime() - start;
  if (isSteady) {
    const shift = shiftOf(from);
    return [{ after: new Date(after.getTime() - shift), until: new Date(until.getTime() - shift) }];
  }
  const offsets = [...starts, ...ends];
  const difference = Math.max(...offsets) - Math.min(...offsets);
  const spans: Span[] = [];
  for (let slot = Math.floor((from - difference) / quarter) * quarter; slot <= to + difference; slot += quarter) {
    for (const [first, end] of parts) {
      const shift = shiftOf(slot + first);
      // Instants have whole milliseconds.
      const begin = Math.max(after.getTime() - shift, slot + first - 1);
      const last = Math.min(until.getTime() - shift, slot + end - 1);
      if (begin >= last) continue;
      const previous = spans.at(-1);
      if (previous?.until.getTime() === begin) previous.until = new Date(last);
      else spans.push({ after: new Date(begin), until: new Date(last) });
    }
  }
  return spans;
}
