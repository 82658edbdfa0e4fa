import { hash } from "node:crypto";

/** In an order that the seed decides: the same each time the page is loaded. */
export function shuffled<Item>(items: readonly Item[], seed: string): Item[] {
  const keyed = items.map((item, index) => ({
    item,
    key: hash("sha256", `${seed}:${index}`, "hex"),
  }));
  return keyed.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(({ item }) => item);
}
