import { fingerprint } from "#lib/ids/fingerprint.ts";
import type { LearnerContext } from "./learner.ts";

/** Separates what a browser keeps of several people. */
export const keeperOf = ({ context, session }: Pick<LearnerContext, "context" | "session">): string =>
  fingerprint(`${context.site.id} ${session.memberId}`, 16);
