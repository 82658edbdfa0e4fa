/** What all rows of a page are shown with: loaded with the first that asks for it, in one statement for all of them. */
export function shared<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loaded: Promise<Value> | undefined;
  return () => (loaded ??= load());
}
