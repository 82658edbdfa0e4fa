import type { FastifyRequest } from "fastify";
import type { Role } from "#access/roles.ts";

/** Returns the URL of the sign-in page, with the current page as the return path. */
export function signInFor({ method, url }: Pick<FastifyRequest, "method" | "url">): string {
  // A form is not replayed after sign-in, and its path may not be a page. Returns to the start page of the area.
  const start = `/${url.split(/[/?]/)[1]}`;
  const returnTo = method === "GET" && isOwnPath(url) ? url : start;
  return `/sign-in?return_to=${encodeURIComponent(returnTo).replaceAll("%2F", "/")}`;
}

/**
 * Returns the page that sign-in leads to: where the visitor came from, else where staff work and students learn.
 * Accepts only paths of this site: the parameter is untrusted (open redirect).
 */
export function returnPathOf(request: FastifyRequest, roles: readonly Role[]): string {
  const returnTo = returnToOf(request);
  if (returnTo === undefined) return homeOf(roles);
  return chosenItemIn(returnTo)?.page ?? returnTo;
}

/** A free item that a visitor chose before they had an account. */
export interface ChosenItem {
  /** The page of the item. */
  page: string;
  /** Path of the form that gives it, with its fields. */
  action: string;
  fields: [name: string, value: string][];
}

const freeForm =
  /^(\/(?:courses|digital-products|events|membership-plans)\/[\w-]{1,200})(\/(?:enroll|get|register|join))(?:\?([\w=&-]*))?$/;

export function chosenItemIn(returnTo: string): ChosenItem | undefined {
  const [, page = "", action = "", query = ""] = freeForm.exec(returnTo) ?? [];
  return page === "" ? undefined : { page, action: page + action, fields: [...new URLSearchParams(query)] };
}

/** Returns the page on which staff work or students learn. */
export const homeOf = (roles: readonly Role[]): string =>
  roles.some((role) => role !== "student") ? "/admin" : "/learn";

/** Returns the page that the visitor came from, if the address names one. */
export function returnToOf({ url }: Pick<FastifyRequest, "url">): string | undefined {
  const returnTo = new URLSearchParams(url.split("?")[1]).get("return_to") ?? "";
  return returnTo.length <= 500 && isOwnPath(returnTo) ? returnTo : undefined;
}

/** The same as a query, for links to sign-in and sign-up. */
export function withReturnTo(returnTo: string | undefined): Record<string, string> {
  return returnTo === undefined ? {} : { return_to: returnTo };
}

/** Areas of pages that sign-in leads back to. */
const areas: ReadonlySet<string> = new Set([
  "account",
  "admin",
  "checkout",
  "consulting",
  "courses",
  "digital-products",
  "docs",
  "email",
  "events",
  "forms",
  "learn",
  "membership-plans",
  "orders",
  "posts",
]);

/** True for the page of an item, and for the checkout. */
export const leadsToItem = (returnTo: string): boolean =>
  /^\/(checkout\?|(consulting|courses|digital-products|events|membership-plans)\/)/.test(returnTo);

/** True for the address of any page of this site: printable, without `//` or a backslash, which can name another host. */
export const isOnThisSite = (address: string): boolean => /^\/[!-~]*$/.test(address) && !/\/\/|\\/.test(address);

function isOwnPath(returnTo: string): boolean {
  const [, area = ""] = /^\/([a-z-]+)([/?][\w/?=&-]*)?$/.exec(returnTo) ?? [];
  return areas.has(area);
}
