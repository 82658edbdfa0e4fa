import type { RequestContext } from "#domain/platform/context.ts";

/** Recommended: less than a year (RFC 9116 §2.5.5). */
const validDays = 180;
const dayMs = 86_400_000;

/** `/.well-known/security.txt` (RFC 9116). `Expires` moves with the time, once a day. */
export function securityDocument(
  contacts: readonly string[],
  { site, now }: Pick<RequestContext, "site" | "now">,
): string {
  const today = Math.floor(now.getTime() / dayMs);
  const expires = new Date((today + validDays) * dayMs).toISOString().replace(".000Z", "Z");
  const lines = contacts.map((contact) => `Contact: ${contact}`);
  return `${[...lines, `Expires: ${expires}`, `Canonical: ${site.origin}/.well-known/security.txt`].join("\n")}\n`;
}
