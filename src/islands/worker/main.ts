import { homePath } from "../offline/copy-course.ts";
import { openPresent, wipe } from "../offline/kept-store.ts";
import { contact } from "./contact.ts";
import "./notifications.ts";
import { type FetchEvent, scope } from "./scope.ts";

/** Parts of pages. Videos and everything else stay with the browser. */
const partKinds: ReadonlySet<string> = new Set(["style", "script", "font", "image"]);

scope.addEventListener("install", (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener("activate", (event) => event.waitUntil(scope.clients.claim()));
scope.addEventListener("sync", (event) => event.waitUntil(contact()));
scope.addEventListener("message", (event) => event.waitUntil(contact()));

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  // Forms are sent by the browser, which adds what tells another site apart.
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(open(event, pathname));
  else if (partKinds.has(request.destination)) event.respondWith(load(request));
});

/** The page from the server. Only without a connection, the copy of the person who is present. */
async function open(event: FetchEvent, path: string): Promise<Response> {
  try {
    const response = await fetch(event.request);
    event.waitUntil(contact().catch(() => undefined));
    return response;
  } catch {
    return (await readCopy(path)) ?? Response.error();
  }
}

async function readCopy(path: string): Promise<Response | undefined> {
  const present = await openPresent();
  if (!present) {
    await wipe(null);
    return undefined;
  }
  const [page, home] = await Promise.all([
    present.cache.match(path.replace(/\/continue$/, ""), { ignoreVary: true }),
    present.cache.match(homePath, { ignoreVary: true }),
  ]);
  return page ?? home;
}

async function load(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    const present = await openPresent();
    return (await present?.cache.match(request, { ignoreVary: true })) ?? Response.error();
  }
}
