/** Returns the item of a list that has exactly one. */
export function only<Item>(items: readonly Item[]): Item {
  const [item] = items;
  if (item === undefined || items.length > 1) throw new Error(`Expected one item, but the list has ${items.length}.`);
  return item;
}
