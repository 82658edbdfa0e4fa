import { flushCompileCache } from "node:module";

/**
 * Returns a function that loads a part of the program by name, once. Requests that need the same part at the same time
 * wait for one load. After a failure, the next request tries again.
 */
export function loadOnDemand<Name extends string, Part>(
  loaders: Readonly<Record<Name, () => Promise<Part>>>,
): (name: Name) => Promise<Part> {
  const loading = new Map<Name, Promise<Part>>();

  async function load(name: Name): Promise<Part> {
    try {
      const part = await loaders[name]();
      // Until they are saved, Node.js keeps the compiled modules in memory a second time.
      flushCompileCache();
      return part;
    } catch (error) {
      loading.delete(name);
      throw error;
    }
  }

  return (name) => {
    const known = loading.get(name);
    if (known) return known;
    const loaded = load(name);
    loading.set(name, loaded);
    return loaded;
  };
}
