import { pause } from "#lib/event-loop/pause.ts";

/** Groups rows into arrays of a given size, and lets the event loop turn between rows. */
export async function* inArrays<Row>(rows: AsyncIterable<Row> | Iterable<Row>, size: number): AsyncGenerator<Row[]> {
  let some: Row[] = [];
  for await (const row of rows) {
    some.push(row);
    const turn = pause();
    if (turn) await turn;
    if (some.length < size) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}
