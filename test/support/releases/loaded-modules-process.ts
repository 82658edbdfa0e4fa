import { registerHooks } from "node:module";
import type { LoadedBy, LoadRequest } from "./loaded-modules.ts";

/** Entry point of the process behind `loadedModules`: composes the application from the sources, as a start does. */
const { connection, folder, host, paths } = JSON.parse(process.argv[2]!) as LoadRequest;

let loaded: string[] = [];
registerHooks({
  load(url, context, next) {
    loaded.push(url);
    return next(url, context);
  },
});

const key = Buffer.alloc(32, 7);
// The modules of a start, with those that run jobs.
await import("../../../src/server/serve.ts");
const { buildApp } = await import("../../../src/server/app.ts");
const { openDatabase } = await import("#database/database.ts");
const { openSiteDirectory } = await import("#http/site-directory.ts");
const { openKeyRing } = await import("#oauth/key-ring.ts");
const { openDiskStore } = await import("#lib/objects/disk-store.ts");
const db = openDatabase(connection);
const app = buildApp({
  db,
  sites: openSiteDirectory(db),
  environment: "production",
  keyRing: openKeyRing(key),
  csrfKey: key,
  storage: { store: openDiskStore(folder), key },
  factors: { key },
  identities: { key, allowsLoopback: false },
});
await app.ready();

const results: LoadedBy[] = [];
const report = (path: string, status: number) => {
  results.push({ path, status, modules: loaded });
  loaded = [];
};
report("start", 0);
for (const path of paths) {
  const { statusCode } = await app.inject({ path, headers: { host, "x-forwarded-proto": "https" } });
  report(path, statusCode);
}
await app.close();
await db.close();
process.send!(results);
