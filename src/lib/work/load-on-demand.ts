import { flushCompileCache } from "node:module";
import { oncePer } from "./once-per.ts";

/**
 * Returns a function that loads a part of the program once. Requests that need it at the same time wait for one load.
 * After a failure, the next request tries again.
 */
export function loadOnce<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let loading: Promise<Part> | undefined;

  async function start(): Promise<Part> {
    try {
      const part = await load();
      // Until they are saved, Node.js keeps the compiled modules in memory a second time.
      flushCompileCache();
      return part;
    } catch (error) {
      loading = undefined;
      throw error;
    }
  }

  return () => (loading ??= start());
}

/** Returns a function that loads parts of the program by name, each of them once. */
export function loadOnDemand<Name extends string, Part>(
  loaders: Readonly<Record<Name, () => Promise<Part>>>,
): (name: Name) => Promise<Part> {
  const partOf = oncePer((name: Name) => loadOnce(loaders[name]));
  return (name) => partOf(name)();
}
