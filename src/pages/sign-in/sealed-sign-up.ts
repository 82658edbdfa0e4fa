import { hkdfSync } from "node:crypto";
import * as z from "zod";
import type { Requested } from "#domain/people/sign-up/request-sign-up.ts";
import { open, seal } from "#lib/secrets/sealed-box.ts";
import type { PageRequest } from "../responses/page-request.ts";

const Sealed = z.object({ name: z.string(), passwordHash: z.string().nullable(), expiresAt: z.number() });

const lifetime = 60 * 60_000;

type Holder = Pick<PageRequest, "context" | "browser">;

/** Encrypts a requested sign-up for a hidden field of its page, so that its email can be sent again from this browser. */
export function sealSignUp(holder: Holder, csrfKey: Buffer, { name, passwordHash }: Requested): string {
  const sealed: z.output<typeof Sealed> = { name, passwordHash, expiresAt: holder.context.now.getTime() + lifetime };
  return seal(keyOf(csrfKey), Buffer.from(JSON.stringify(sealed)), bindingOf(holder)).toString("base64url");
}

/** Returns undefined for an expired sign-up, and for one of another browser or site. */
export function openSignUp(holder: Holder, csrfKey: Buffer, sealed: string | undefined): Requested | undefined {
  if (sealed === undefined || sealed.length > 4000) return undefined;
  try {
    const plain = open(keyOf(csrfKey), Buffer.from(sealed, "base64url"), bindingOf(holder));
    const { expiresAt, ...requested } = Sealed.parse(JSON.parse(plain.toString()));
    return expiresAt > holder.context.now.getTime() ? requested : undefined;
  } catch {
    return undefined;
  }
}

/** A key of its own (RFC 5869). */
const keyOf = (csrfKey: Buffer): Buffer => Buffer.from(hkdfSync("sha256", csrfKey, "", "lectern sign-up", 32));

const bindingOf = ({ context, browser }: Holder): string => `sign-up\n${context.site.id}\n${browser}`;
