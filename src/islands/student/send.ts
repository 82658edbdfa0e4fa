import type { SavedOnServer } from "./saved-on-server.ts";

/** Why nothing was saved. Only `unreachable` is tried again by itself. */
export type Refusal = "unreachable" | "signedOut" | "gone" | "ended" | "refused";

/** Bytes that a browser sends after the page has ended (Fetch §4.5). */
const maxLast = 60_000;

/** Sends the entered work to the server. `isLast`: the page may end. */
export async function send(
  address: string,
  body: URLSearchParams | FormData,
  isLast = false,
): Promise<SavedOnServer | Refusal> {
  try {
    const keepalive = isLast && body instanceof URLSearchParams && body.toString().length < maxLast;
    const response = await fetch(address, { method: "POST", redirect: "manual", keepalive, body });
    if (response.type === "opaqueredirect" || response.status === 401 || response.status === 403) return "signedOut";
    if (response.status === 404) return "gone";
    if (response.status === 409) return "ended";
    if (response.status === 413 || response.status === 422) return "refused";
    if (!response.ok) return "unreachable";
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Written by `save-work.ts` of the server.
    return (await response.json()) as SavedOnServer;
  } catch {
    return "unreachable";
  }
}
