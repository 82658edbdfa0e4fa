import { homePath } from "../offline/copy-course.ts";
import { addWaiting, openPresent } from "../offline/kept-store.ts";
import { newNoteId } from "../offline/note-id.ts";
import type { Waiting } from "../offline/wire.ts";
import { contact } from "./contact.ts";
import "./notifications.ts";
import { type FetchEvent, scope } from "./scope.ts";

/** Parts of pages. Videos and everything else stay with the browser. */
const partKinds: ReadonlySet<string> = new Set(["style", "script", "font", "image"]);

const lectureForm = /^(\/learn\/[^/]+\/[^/]+)\/(done|notes)$/;

scope.addEventListener("install", (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener("activate", (event) => event.waitUntil(scope.clients.claim()));
scope.addEventListener("sync", (event) => event.waitUntil(contact()));
scope.addEventListener("message", (event) => event.waitUntil(contact()));

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.mode === "navigate") {
    const form = request.method === "POST" ? lectureForm.exec(pathname) : null;
    if (request.method === "GET") event.respondWith(open(event, pathname));
    else if (form) event.respondWith(submit(event, form[1] ?? "", form[2] ?? ""));
    return;
  }
  if (request.method === "GET" && partKinds.has(request.destination)) event.respondWith(load(request));
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
  if (!present) return undefined;
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

/** A form of a lecture. A copy has no form token: what it sends waits for the next contact. */
async function submit(event: FetchEvent, lecture: string, form: string): Promise<Response> {
  const entered = await event.request.clone().formData();
  if (entered.has("csrf")) {
    try {
      return await fetch(event.request);
    } catch {
      // Waits as well, if it is a form that a copy has.
    }
  }
  const present = await openPresent();
  const waiting = waitingOf(lecture, form, entered);
  if (!present || !waiting) return Response.error();
  await addWaiting(present.cache, waiting);
  await scope.registration.sync?.register("send").catch(() => undefined);
  event.waitUntil(contact().catch(() => undefined));
  return Response.redirect(`${lecture}${form === "notes" ? "#notes" : ""}`, 303);
}

function waitingOf(lecture: string, form: string, entered: FormData): Waiting | undefined {
  const at = new Date().toISOString();
  if (form === "done") {
    const kind = entered.get("done") === "no" ? "uncompleted" : "completed";
    return { kind, id: crypto.randomUUID(), lecture, at };
  }
  const text = entered.get("text");
  const isNew = !entered.has("act") && typeof text === "string" && text.trim() !== "";
  const id = entered.get("note");
  return isNew ? { kind: "note", id: typeof id === "string" ? id : newNoteId(), lecture, at, text } : undefined;
}
