import { hkdfSync } from "node:crypto";
import * as z from "zod";
import type { FirstStep } from "#domain/people/sign-in/second-step.ts";
import { open, seal } from "#lib/secrets/sealed-box.ts";
import type { PageRequest } from "../responses/page-request.ts";

const Sealed = z.object({
  memberId: z.string(),
  amr: z.array(z.enum(["pwd", "otp", "hwk", "swk", "user", "mfa", "fed", "mail"])),
  password: z.string().nullable(),
  provider: z.object({ id: z.string(), session: z.string().nullable() }).nullish(),
  expiresAt: z.number(),
});

/** Long enough to find the phone. */
const lifetime = 10 * 60_000;

type Holder = Pick<PageRequest, "context" | "browser">;

/** Encrypts the first step of a sign-in for a hidden field. It is worth nothing in another browser or at another site. */
export function sealStep(holder: Holder, csrfKey: Buffer, step: FirstStep): string {
  const sealed: z.output<typeof Sealed> = {
    ...step,
    amr: [...step.amr],
    expiresAt: holder.context.now.getTime() + lifetime,
  };
  return seal(keyOf(csrfKey), Buffer.from(JSON.stringify(sealed)), bindingOf(holder)).toString("base64url");
}

/** Returns undefined for an expired step, and for one of another browser or site. */
export function openStep(holder: Holder, csrfKey: Buffer, sealed: string | undefined): FirstStep | undefined {
  if (sealed === undefined || sealed === "") return undefined;
  try {
    const plain = open(keyOf(csrfKey), Buffer.from(sealed, "base64url"), bindingOf(holder));
    const { expiresAt, provider = null, ...step } = Sealed.parse(JSON.parse(plain.toString()));
    return expiresAt > holder.context.now.getTime() ? { ...step, provider } : undefined;
  } catch {
    return undefined;
  }
}

/** A key of its own (RFC 5869). */
const keyOf = (csrfKey: Buffer): Buffer => Buffer.from(hkdfSync("sha256", csrfKey, "", "lectern first step", 32));

const bindingOf = ({ context, browser }: Holder): string => `first step\n${context.site.id}\n${browser}`;
