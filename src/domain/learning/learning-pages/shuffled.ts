import { hash } from "node:crypto";

/** Shuffles deterministically by seed, so that the order stays the same when the page reloads. */
export function shuffled<Item>(items: readonly Item[], seed: string): Item[] {
  const keyed = items.map((item, index) => ({
    item,
    key: hash("sha256", `${seed}:${index}`, "hex"),
  }));
  return keyed.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(({ item }) => item);
}
