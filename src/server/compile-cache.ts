import { enableCompileCache } from "node:module";
import path from "node:path";

/**
 * Caches compiled code: half the startup time and a third less memory. Stored next to the packages, because a
 * world-writable folder could contain code of others.
 */
enableCompileCache(path.join(import.meta.dirname, "../node_modules/.cache/lectern"));
