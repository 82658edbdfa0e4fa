import { hkdfSync } from "node:crypto";
import { open, seal } from "#lib/secrets/sealed-box.ts";
import type { PageRequest } from "../responses/page-request.ts";

type Holder = Pick<PageRequest, "context" | "browser">;

/**
 * Encrypts the secret of a mailed link for the address to return to after sign-in. Such addresses are logged and stored,
 * where the secret itself must not occur. It opens in this browser only.
 */
export const sealLink = (holder: Holder, csrfKey: Buffer, link: string): string =>
  seal(keyOf(csrfKey), Buffer.from(link), bindingOf(holder)).toString("base64url");

/** Returns undefined for a link of another browser or site. */
export function openSealedLink(holder: Holder, csrfKey: Buffer, sealed: string): string | undefined {
  if (sealed.length > 400) return undefined;
  try {
    return open(keyOf(csrfKey), Buffer.from(sealed, "base64url"), bindingOf(holder)).toString();
  } catch {
    return undefined;
  }
}

/** A key of its own (RFC 5869). */
const keyOf = (csrfKey: Buffer): Buffer => Buffer.from(hkdfSync("sha256", csrfKey, "", "lectern mailed link", 32));

const bindingOf = ({ context, browser }: Holder): string => `mailed link\n${context.site.id}\n${browser}`;
