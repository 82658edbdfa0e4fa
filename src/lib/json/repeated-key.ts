/** A string, with the colon that makes it a field name, or a brace. */
const token = /"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?|[{}]/g;

/** Returns a field name that an object of valid JSON has twice, as it is written; undefined if there is none. */
export function findRepeatedKey(json: string): string | undefined {
  const objects: Set<string>[] = [];
  for (const [found, text, colon] of json.matchAll(token)) {
    if (found === "{") objects.push(new Set());
    else if (found === "}") objects.pop();
    else if (colon !== undefined && text !== undefined) {
      const name = text.includes("\\") ? String(JSON.parse(`"${text}"`)) : text;
      const names = objects.at(-1);
      if (names?.has(name)) return name;
      names?.add(name);
    }
  }
  return undefined;
}
