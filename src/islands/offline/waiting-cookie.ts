import { hasWaiting } from "./waiting-store.ts";

/** As long as it waits after the end of a session. */
const maxAgeSeconds = 7 * 86_400;

/**
 * Tells the sign-in page, which has no scripts, that something waits on this device. It does not say what, how much, or
 * whose. The name is that of `cookieName` at the server.
 */
export async function rememberWaiting(): Promise<void> {
  const { protocol, port } = location;
  const isSecure = protocol === "https:";
  const name = `${isSecure ? "__Host-" : ""}lectern_waiting${port === "" ? "" : `_${port}`}`;
  const age = (await hasWaiting()) ? maxAgeSeconds : 0;
  // oxlint-disable-next-line unicorn/no-document-cookie -- Not all browsers with a service worker have `cookieStore`.
  document.cookie = `${name}=1; path=/; max-age=${age}; samesite=lax${isSecure ? "; secure" : ""}`;
}
