/** PostgreSQL text cannot contain U+0000, and UTF-8 cannot encode a lone surrogate. */
const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed();

interface Place {
  value: unknown;
  key: PropertyKey;
  within: Place | undefined;
}

/**
 * Returns the path of the first text or field name in an input that PostgreSQL cannot store; undefined if there is
 * none.
 */
export function findUnstorableText(input: unknown): PropertyKey[] | undefined {
  // An explicit stack instead of recursion: input may be nested as deeply as a body is long.
  const places: Place[] = [{ value: input, key: "", within: undefined }];
  for (let place = places.pop(); place; place = places.pop()) {
    const { value, key } = place;
    if ((typeof value === "string" && !isStorable(value)) || (typeof key === "string" && !isStorable(key))) {
      return pathOf(place);
    }
    if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) continue;
    for (const [name, inside] of Object.entries(value)) places.push({ value: inside, key: name, within: place });
  }
  return undefined;
}

function pathOf(place: Place): PropertyKey[] {
  const path: PropertyKey[] = [];
  for (let at = place; at.within; at = at.within) path.unshift(at.key);
  return path;
}
