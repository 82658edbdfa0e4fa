/** PostgreSQL keeps no text with U+0000, and UTF-8 has no form for half of a surrogate pair. */
const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed();

interface Place {
  value: unknown;
  key: PropertyKey;
  within: Place | undefined;
}

/** Where in an input a text, or the name of a field, stands that no column can keep; undefined where none does. */
export function findUnstorableText(input: unknown): PropertyKey[] | undefined {
  // A stack of our own: input may be as deep as a body is long.
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
