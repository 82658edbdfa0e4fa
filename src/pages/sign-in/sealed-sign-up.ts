import * as z from "zod";
import type { Requested } from "#domain/people/sign-up/request-sign-up.ts";
import { type Holder, sealedValues } from "../forms/sealed-values.ts";

const signUps = sealedValues(
  "sign-up",
  z.object({ name: z.string(), passwordHash: z.string().nullable() }),
  60 * 60_000,
);

/** Encrypts a requested sign-up for a hidden field of its page, so that its email can be sent again from this browser. */
export const sealSignUp = (holder: Holder, { name, passwordHash }: Requested): string =>
  signUps.seal(holder, { name, passwordHash });

/** Returns undefined for an expired sign-up, and for one of another browser or site. */
export const openSignUp = (holder: Holder, sealed: string | undefined): Requested | undefined =>
  (sealed?.length ?? 0) > 4000 ? undefined : signUps.open(holder, sealed);
