import { itemAt } from "#lib/collections/item-at.ts";
import { fromWire } from "#lib/wire/names.ts";
import { type IndexedRoute, routeIndex } from "#operations/route-index.ts";
import { underivedReason } from "./underived.ts";

/** Kind of a derived page: it reads a list or a resource, or is the form of a write. */
type DerivedKind = "list" | "detail" | "create" | "edit" | "delete" | "act";

/** The form for a new file, whose body has parts. */
export const uploadPath = "/admin/files/new";

/** Before the address of a list: its rows as choices, for a script. Some lists have a page of their own. */
export const choicesPrefix = "/choices";

/** Below `choicesPrefix`: resources of several kinds. */
export const severalPath = "/several";

/**
 * Paths of routes that serve derived pages. Each page checks the scope of its operation. Those beside `/admin/*` stand
 * beside pages with routes of their own, whose parameter would take their last part.
 */
export const derivedPaths: readonly string[] = [
  "/admin/*",
  "/admin/courses/new",
  "/admin/members/new",
  "/admin/certificates/new",
  "/admin/imports/new",
  uploadPath,
];

/** A page of the admin area that is derived from an operation. */
export interface DerivedPage {
  kind: DerivedKind;
  /** Below `/admin`, as the path of the operation: `/coupons/:coupon/edit`. */
  pattern: string;
  route: IndexedRoute;
}

/** A page with the parameters of its address. */
export interface FoundPage extends DerivedPage {
  params: Readonly<Record<string, string>>;
  /** The address below `/admin`, without the suffix of a form. */
  path: string;
}

/** The last part of the address of a form. The forms of other actions have the address of their operation. */
const suffixes: Partial<Record<DerivedKind, string>> = { create: "/new", edit: "/edit", delete: "/delete" };

function pageOf(route: IndexedRoute): DerivedPage {
  const kind = kindOf(route);
  return { kind, pattern: `${route.path}${suffixes[kind] ?? ""}`, route };
}

function kindOf({ method, path, status, itemObject }: IndexedRoute): DerivedKind {
  if (method === "GET") return itemObject === undefined ? "detail" : "list";
  if (method === "DELETE") return "delete";
  if (method !== "POST") return "edit";
  if (path.endsWith("/duplicate")) return "act";
  return status === 201 || (status === 202 && !path.includes(":")) || listed.has(path) ? "create" : "act";
}

/** Paths of lists. A POST there creates entries. */
const listed: ReadonlySet<string> = new Set(
  routeIndex.filter(({ method }) => method === "GET").map(({ path }) => path),
);

/** All derived pages, in the order of the table of operations. */
export const derivedPages: readonly DerivedPage[] = routeIndex
  .filter((route) => underivedReason(route) === undefined)
  .map(pageOf);

const partsOf = (pattern: string): string[] => pattern.split("/").slice(1);

const isParameter = (part: string): boolean => part.startsWith(":");

/** Pages by the number of their parts; words before parameters, so that `/coupons/new` is a form. */
const bySize = Map.groupBy(
  derivedPages.map((page) => ({ page, parts: partsOf(page.pattern) })),
  ({ parts }) => parts.length,
);
for (const pages of bySize.values()) {
  pages.sort(({ parts: one }, { parts: other }) => rank(one).localeCompare(rank(other)));
}

/** Sorts words before parameters, from the end: the suffix of a form decides first. */
function rank(parts: readonly string[]): string {
  return parts
    .map((part) => (isParameter(part) ? "1" : "0"))
    .toReversed()
    .join("");
}

/** Finds the page at an address below `/admin`, such as `/coupons/cpn_…/edit`. */
export function findPage(address: string): FoundPage | undefined {
  const requestedParts = address.split("/").slice(1).map(decoded);
  const match = bySize
    .get(requestedParts.length)
    ?.find(({ parts }) => parts.every((part, index) => isParameter(part) || part === requestedParts[index]));
  if (!match || requestedParts.includes("")) return undefined;
  const params = Object.fromEntries(
    match.parts.flatMap((part, index) => (isParameter(part) ? [[part.slice(1), itemAt(requestedParts, index)]] : [])),
  );
  const suffix = suffixes[match.page.kind] ?? "";
  return { ...match.page, params, path: address.slice(0, address.length - suffix.length) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}

/**
 * Returns the pages whose operations are about the resource of a route, such as `/members/:id`. A route below it has
 * the same parameter, or the kind of the resource as its name: `/members/:id/notes`, `/members/:member/badges`.
 */
export function pagesUnder({ path, object }: Pick<IndexedRoute, "path" | "object">): DerivedPage[] {
  const patterns = object === undefined ? [path] : [path, path.replace(/:\w+$/, `:${fromWire(object)}`)];
  return derivedPages.filter(
    ({ route }) => route.path === path || patterns.some((pattern) => isDirectlyUnder(route.path, pattern)),
  );
}

const isDirectlyUnder = (path: string, pattern: string): boolean =>
  path.startsWith(`${pattern}/`) && !path.slice(pattern.length + 1).includes("/");
