type Fields = Record<string, unknown>;

const isPlain = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** JSON Merge Patch (RFC 7396) for one field: parts of an object are replaced one by one, null takes a part away. */
export function mergePatch(current: unknown, patch: unknown): unknown {
  if (!isPlain(patch) || !isPlain(current)) return patch;
  const merged: Fields = { ...current };
  for (const [name, value] of Object.entries(patch)) {
    if (value === undefined) continue;
    if (value === null) delete merged[name];
    else merged[name] = mergePatch(merged[name], value);
  }
  return merged;
}
