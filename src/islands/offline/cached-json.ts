/** Reads JSON that a module of this folder has put into a cache. */
export async function readJson<Value>(cache: Cache, key: RequestInfo): Promise<Value | undefined> {
  const response = await cache.match(key, { ignoreVary: true });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Written by these modules only.
  return response && ((await response.json()) as Value);
}
