import { parseOrigin } from "#lib/settings/origin.ts";
import { isLoopback } from "#lib/settings/setting-values.ts";
import { UsageError } from "../terminal/errors.ts";

/** Returns the origin of a site: `school.example` means https. Tokens travel over https, or within this machine. */
export function parseRemoteSite(text: string): string {
  const origin = parseOrigin(text.includes("://") ? text : `https://${text}`)?.origin;
  if (origin === undefined) {
    throw new UsageError(`${text} is not the address of a site. Expected an origin such as https://school.example.`);
  }
  if (origin.startsWith("http:") && !isLocal(origin)) {
    throw new UsageError(`${origin} has no encryption. Use https, or http on this machine.`);
  }
  return origin;
}

/** Returns true for a server on this machine. */
export const isLocal = (origin: string): boolean => isLoopback(new URL(origin).hostname.replaceAll(/[[\]]/g, ""));
