/** Returns the value of a key that the map must contain. */
export function mustGet<Key, Value>(map: ReadonlyMap<Key, Value>, key: NoInfer<Key>): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error(`The map has no key ${String(key)}.`);
  return value;
}
