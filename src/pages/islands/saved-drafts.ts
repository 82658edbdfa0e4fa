import { readCookie, setCookie } from "#http/cookies.ts";
import type { FormFields } from "#lib/form-fields.ts";
import type { PageRequest } from "../responses/page-request.ts";

/** Drafts that are listed. A browser removes them on its next page with a form. */
const maxListed = 5;
const lifetimeSeconds = 7 * 86_400;

const idSyntax = /^[\w-]{8,40}$/;

/** Tells the browser that what it keeps of a form is saved. Forms of browsers without scripts have no draft. */
export function markDraftSaved(
  { request, reply, context }: Pick<PageRequest, "request" | "reply" | "context">,
  form: FormFields,
): void {
  const [, id = ""] = form.find(([name]) => name === "draft") ?? [];
  if (!idSyntax.test(id)) return;
  const earlier = (readCookie(request, context.site, "saved") ?? "").split(".").filter((one) => idSyntax.test(one));
  setCookie(reply, context.site, "saved", [...earlier, id].slice(-maxListed).join("."), lifetimeSeconds);
}
