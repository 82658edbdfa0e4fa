/** Returns the item at an index that the list must have. */
export function itemAt<Item>(items: readonly Item[], index: number): Item {
  const item = items.at(index);
  if (item === undefined) throw new RangeError(`The list has ${items.length} items, and none at ${index}.`);
  return item;
}
