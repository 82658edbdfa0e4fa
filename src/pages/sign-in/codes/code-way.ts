import { isCodeOffered } from "#domain/people/sign-in-codes/require-offered.ts";
import type { PageRequest } from "../../responses/page-request.ts";
import type { CodeWay } from "../../views/sign-in/codes/code-way.ts";
import { lastWayOf } from "../last-way.ts";

/**
 * Returns how the sign-in page at `action` offers codes by email. The choice on the page decides which way is first, then
 * the last way in this browser, then the school. A form to restore shows both ways together, so that no link loses it.
 */
export function codeWayOf(
  { request, context }: PageRequest,
  action: string,
  unsaved: string | undefined,
): CodeWay | undefined {
  if (!isCodeOffered(context)) return undefined;
  const found = new URLSearchParams(action.split("?")[1]);
  const chosenWay = found.get("way");
  const last = lastWayOf(request, context);
  const isFirst =
    chosenWay === "code" ||
    (chosenWay !== "password" &&
      (last === "code" || (last !== "password" && context.site.settings.signInByEmail === "first")));
  const query = [...found].filter(([name]) => name === "authorization" || name === "return_to");
  const at = (path: string, more: Record<string, string> = {}) => {
    const all = new URLSearchParams([...query, ...Object.entries(more)]);
    return all.size > 0 ? `${path}?${all.toString()}` : path;
  };
  return {
    action: at("/sign-in/email"),
    isFirst: isFirst && unsaved === undefined,
    password: at("/sign-in", { way: "password" }),
  };
}
