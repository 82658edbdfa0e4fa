import { hkdfSync } from "node:crypto";
import * as z from "zod";
import { open, seal } from "#lib/secrets/sealed-box.ts";
import type { SignedInPageRequest } from "../../responses/page-request.ts";

const Sealed = z.object({ secret: z.string(), expiresAt: z.number() });

const lifetime = 30 * 60_000;

type Holder = Pick<SignedInPageRequest, "context" | "browser" | "session">;

/** Encrypts the secret of an app that is being set up, for a hidden field: nothing is stored before a code fits. */
export function sealNewApp(holder: Holder, csrfKey: Buffer, secret: string): string {
  const sealed: z.output<typeof Sealed> = { secret, expiresAt: holder.context.now.getTime() + lifetime };
  return seal(keyOf(csrfKey), Buffer.from(JSON.stringify(sealed)), bindingOf(holder)).toString("base64url");
}

/** Returns undefined for an expired secret, and for one of another session. */
export function openNewApp(holder: Holder, csrfKey: Buffer, sealed: string | undefined): string | undefined {
  try {
    const plain = open(keyOf(csrfKey), Buffer.from(sealed ?? "", "base64url"), bindingOf(holder));
    const { secret, expiresAt } = Sealed.parse(JSON.parse(plain.toString()));
    return expiresAt > holder.context.now.getTime() ? secret : undefined;
  } catch {
    return undefined;
  }
}

/** A key of its own (RFC 5869). */
const keyOf = (csrfKey: Buffer): Buffer => Buffer.from(hkdfSync("sha256", csrfKey, "", "lectern new app", 32));

const bindingOf = ({ context, browser, session }: Holder): string =>
  `new app\n${context.site.id}\n${session.id}\n${browser}`;
