import { hasPassword, isRecent } from "#domain/people/identity-providers/prove-presence.ts";
import type { Problem } from "#domain/platform/problem.ts";
import type { Form } from "#oauth/form.ts";
import type { Proof, Wrong } from "../../views/admin/provisioning/key-fields.ts";
import type { AdminPageRequest } from "../parts/page-request.ts";

/** Returns the way to confirm changes: the password, or a recent sign-in of people without one. */
export async function proofOf({ context, session }: AdminPageRequest): Promise<Proof> {
  if (await hasPassword(context)) return "password";
  return isRecent(context, session.authenticatedAt) ? "recent" : "missing";
}

export const presenceOf = ({ browser, session }: AdminPageRequest, form: Form) => ({
  password: form.get("current") ?? "",
  browser,
  authenticatedAt: session.authenticatedAt,
});

const fields = [
  { wrong: "name", pointer: "/name" },
  { wrong: "domains", pointer: "/emailDomains" },
  { wrong: "groups", pointer: "/groupRoles" },
] as const;

/** Returns what is wrong about a form. Throws every other problem. */
export function refusalOf(error: Problem, { reply }: AdminPageRequest): { wrong: Wrong[]; status: number } {
  const { retryAfterSeconds = 1, errors = [] } = error.details;
  if (error.code === "rate_limited") {
    reply.header("retry-after", String(retryAfterSeconds));
    return { wrong: ["limited"], status: 429 };
  }
  if (error.code === "conflict") return { wrong: ["full"], status: 409 };
  const wrong = fields.filter(({ pointer }) => errors.some((one) => one.pointer.startsWith(pointer)));
  if (error.code !== "validation_failed" || wrong.length === 0) throw error;
  return { wrong: wrong.map((one) => one.wrong), status: 400 };
}
