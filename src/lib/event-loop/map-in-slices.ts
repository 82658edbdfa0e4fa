import { pause } from "./pause.ts";

/** Maps items like `Array.map`, and lets the event loop turn between items. */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result | Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    results.push(await map(item, index));
    const turn = pause();
    if (turn) await turn;
  }
  return results;
}
