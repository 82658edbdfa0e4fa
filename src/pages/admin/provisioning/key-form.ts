import type { Problem } from "#domain/platform/problem.ts";
import type { Form } from "#oauth/form.ts";
import type { Wrong } from "#pages/views/admin/provisioning/key-fields.ts";
import type { AdminPageRequest } from "../parts/page-request.ts";

export const presenceOf = ({ browser }: AdminPageRequest, form: Form) => ({
  password: form.get("current") ?? "",
  browser,
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
