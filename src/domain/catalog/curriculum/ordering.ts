/** Returns the siblings with an item inserted or moved to a position, by default the end. */
export function placed(siblings: readonly string[], id: string, position = siblings.length): string[] {
  const others = siblings.filter((other) => other !== id);
  return [...others.slice(0, position), id, ...others.slice(position)];
}

/** Returns the smallest set of moved items: all items outside a longest increasing subsequence of positions. */
export function movedAmong(before: readonly string[], after: readonly string[]): string[] {
  const indexes = new Map(before.map((id, index) => [id, index]));
  const unmoved = after.flatMap((id) => {
    const index = indexes.get(id);
    return index === undefined ? [] : [{ id, place: index }];
  });
  // Index = length of the subsequence - 1: the subsequence with the lowest last position. Each entry links to its
  // predecessor.
  const runs: { id: string; index: number; previous: string | undefined }[] = [];
  const previousOf = new Map<string, string | undefined>();
  for (const { id, place: index } of unmoved) {
    let length = runs.findIndex((run) => run.index > index);
    if (length < 0) length = runs.length;
    const previous = runs[length - 1]?.id;
    runs[length] = { id, index, previous };
    previousOf.set(id, previous);
  }
  const inOrder = new Set<string>();
  for (let id = runs.at(-1)?.id; id !== undefined; id = previousOf.get(id)) inOrder.add(id);
  return unmoved.flatMap(({ id }) => (inOrder.has(id) ? [] : [id]));
}
