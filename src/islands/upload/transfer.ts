import { settings } from "../settings.ts";

export interface StoredFile {
  id: string;
  filename: string;
  url: string;
}

interface Upload {
  id: string;
  part_size: number;
  part_count: number;
  received_parts: { number: number }[];
  file_id: string | null;
  status: string;
}

/** Why a file was not accepted, in words. */
export class Refused extends Error {}

/** The connection broke. Trying again may work. */
export class Interrupted extends Error {}

export interface Purpose {
  purpose: string;
  visibility?: string;
  filename?: string;
}

const address = "/admin/uploads";

/** Remembers an unfinished upload, so that the same file continues after the page was closed. */
const memoryOf = ({ name, size, lastModified }: File, { purpose, visibility }: Purpose): string =>
  `lectern-upload ${settings().person} ${purpose} ${visibility ?? ""} ${size} ${lastModified} ${name}`;

/** Sends the missing parts of a file. `sent` is called with the number of bytes that have arrived. */
export async function transfer(
  file: File,
  purpose: Purpose,
  { signal, sent }: { signal: AbortSignal; sent: (bytes: number) => void },
): Promise<StoredFile> {
  const memory = memoryOf(file, purpose);
  const upload = (await knownUpload(memory, signal)) ?? (await start(file, purpose, memory, signal));
  const received = new Set(upload.received_parts.map(({ number }) => number));
  const sizeOf = (number: number) => Math.min(upload.part_size, file.size - (number - 1) * upload.part_size);
  let done = [...received].reduce((sum, number) => sum + sizeOf(number), 0);
  sent(done);
  for (let number = 1; upload.status === "open" && number <= upload.part_count; number++) {
    if (received.has(number)) continue;
    const from = (number - 1) * upload.part_size;
    const bytes = await file.slice(from, from + sizeOf(number)).arrayBuffer();
    const before = done;
    await sendPart(`${address}/${upload.id}/parts/${number}`, bytes, signal, (loaded) => sent(before + loaded));
    done += bytes.byteLength;
    sent(done);
  }
  const completed = await post(`${address}/${upload.id}/complete`, {}, signal);
  localStorage.removeItem(memory);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- As above.
  return completed as StoredFile;
}

async function knownUpload(memory: string, signal: AbortSignal): Promise<Upload | undefined> {
  const id = localStorage.getItem(memory);
  if (id === null) return undefined;
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Written by `scripts/uploads.ts` of the server.
    return read(await send(`${address}/${id}`, { signal })) as Upload;
  } catch (error) {
    // It has expired, or belongs to another person.
    if (!(error instanceof Refused)) throw error;
    localStorage.removeItem(memory);
    return undefined;
  }
}

async function start(file: File, purpose: Purpose, memory: string, signal: AbortSignal): Promise<Upload> {
  const answer = await post(
    address,
    {
      filename: file.name,
      content_type: file.type === "" ? "application/octet-stream" : file.type,
      byte_size: String(file.size),
      ...purpose,
    },
    signal,
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- As above.
  const upload = answer as Upload;
  localStorage.setItem(memory, upload.id);
  return upload;
}

async function post(to: string, fields: Record<string, string>, signal: AbortSignal): Promise<unknown> {
  const body = new URLSearchParams({ csrf: settings().csrf, ...fields });
  return read(await send(to, { method: "POST", body, signal }));
}

async function send(to: string, options: RequestInit): Promise<{ status: number; type: string; text: string }> {
  try {
    const response = await fetch(to, options);
    return { status: response.status, type: response.headers.get("content-type") ?? "", text: await response.text() };
  } catch (error) {
    throw options.signal?.aborted ? error : new Interrupted();
  }
}

/** Returns the JSON of an answer, or throws the reason in words. */
function read({ status, type, text }: { status: number; type: string; text: string }): unknown {
  const { signedOut, failed } = settings().texts.upload;
  if (status >= 500) throw new Interrupted();
  if (!type.startsWith("application/json")) throw new Refused(status < 400 ? signedOut : failed);
  const body: unknown = JSON.parse(text);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Written by `scripts/uploads.ts` of the server.
  if (status >= 400) throw new Refused((body as { detail?: string }).detail ?? failed);
  return body;
}

/** Uses XMLHttpRequest, because fetch reports no progress of uploads. */
async function sendPart(
  to: string,
  bytes: ArrayBuffer,
  signal: AbortSignal,
  sent: (bytes: number) => void,
): Promise<void> {
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  const request = new XMLHttpRequest();
  const stop = () => request.abort();
  signal.addEventListener("abort", stop);
  try {
    await new Promise<void>((resolve, reject) => {
      request.upload.addEventListener("progress", ({ loaded }) => sent(loaded));
      request.addEventListener("load", () => resolve());
      request.addEventListener("error", () => reject(new Interrupted()));
      request.addEventListener("timeout", () => reject(new Interrupted()));
      request.addEventListener("abort", () => reject(new DOMException("Paused", "AbortError")));
      request.open("PUT", to);
      request.setRequestHeader("content-type", "application/octet-stream");
      request.setRequestHeader("content-digest", `sha-256=:${base64(digest)}:`);
      request.setRequestHeader("x-csrf-token", settings().csrf);
      request.send(bytes);
      if (signal.aborted) stop();
    });
  } finally {
    signal.removeEventListener("abort", stop);
  }
  const type = request.getResponseHeader("content-type") ?? "";
  read({ status: request.status, type, text: request.responseText });
}

const base64 = (bytes: ArrayBuffer): string => btoa(String.fromCharCode(...new Uint8Array(bytes)));
