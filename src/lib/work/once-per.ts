/** Returns a function that creates one value per key and keeps it as long as the process runs. */
export function oncePer<Key, Value>(create: (key: Key) => Value): (key: Key) => Value {
  const created = new Map<Key, Value>();
  return (key) => {
    const known = created.get(key);
    if (known !== undefined) return known;
    const value = create(key);
    created.set(key, value);
    return value;
  };
}
