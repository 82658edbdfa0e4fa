import * as z from "zod";
import { type Holder, sealedValues } from "../forms/sealed-values.ts";
import type { FirstStep } from "#domain/people/sign-in/first-step.ts";

const Step = z.object({
  memberId: z.string(),
  amr: z.array(z.enum(["pwd", "otp", "hwk", "swk", "user", "mfa", "fed", "mail"])),
  password: z.string().nullable(),
  provider: z.object({ id: z.string(), session: z.string().nullable() }).nullish(),
});

/** Long enough to find the phone. */
const lifetime = 10 * 60_000;

const steps = sealedValues("first step", Step, lifetime);

/** Encrypts the first step of a sign-in for a hidden field. It is worth nothing in another browser or at another site. */
export const sealStep = (holder: Holder, step: FirstStep): string =>
  steps.seal(holder, { ...step, amr: [...step.amr] });

/** Returns undefined for an expired step, and for one of another browser or site. */
export function openStep(holder: Holder, sealed: string | undefined): FirstStep | undefined {
  const step = steps.open(holder, sealed);
  return step && { ...step, provider: step.provider ?? null };
}
