/** Loads data shared by all rows of a page once, on first use. */
export function shared<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loaded: Promise<Value> | undefined;
  return () => (loaded ??= load());
}
