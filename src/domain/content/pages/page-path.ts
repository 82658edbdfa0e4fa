import * as z from "zod";
import { parseId } from "#domain/platform/ids.ts";

/** Reserved first path segments: the server uses them now or will, so a page there would be unreachable. */
const reserved: ReadonlySet<string> = new Set(
  [
    "account admin api app-icons assets clients consent dev docs email files healthz mcp member oauth password readyz",
    "scim select-account sender sign-in sign-out sign-up",
    "certificates checkout consulting courses digital-products events forms learn lecturers membership-plans orders",
    "calendar-feeds email-reports payments plans posts purchase redeem",
    "downloads invitation job-results products search sitemaps unsubscribe",
  ].flatMap((words) => words.split(" ")),
);

export const isReserved = (path: string): boolean => reserved.has(path.split("/")[1] ?? "");

const pathForm = /^(\/[a-z0-9]+(-[a-z0-9]+)*)+$/;

/** Path of a page: slugs separated by slashes. */
export const PagePath = z
  .string()
  .max(200)
  .regex(pathForm, "Expected a path of lower-case letters, digits and single hyphens, like /about/team.")
  .refine((path) => !isReserved(path), "This path is reserved. Choose another first segment.")
  .meta({ examples: ["/about"] });

export type PageReference = { id: string } | { path: string };

/** `{page}` in a URL: an id or a path with `/` written as `%2F`. The leading slash is optional. */
export const PageReference = z
  .string()
  .max(200)
  .transform((text, context): PageReference => {
    const id = parseId("page", text);
    if (id) return { id };
    if (!otherId.test(text)) return { path: text.startsWith("/") ? text : `/${text}` };
    context.issues.push({
      code: "custom",
      input: text,
      params: { code: "invalid_id" },
      message: "Expected the ID or path of a page.",
    });
    return z.NEVER;
  })
  .meta({ description: "ID or path of a page. Encode `/` as `%2F`. The leading slash is optional." });

const otherId = /^[a-z]{3}_[0-9a-hjkmnp-tv-z]{26}$/;
