import type { IdKind } from "#domain/platform/ids.ts";
import { isConfined } from "#domain/platform/callers/is-confined.ts";
import { holdsScope } from "#domain/platform/callers/holds-scope.ts";
import type { Caller } from "#access/caller.ts";
import type { Locale } from "#domain/platform/site/locales.ts";
import { recordOf, typedKeys } from "#lib/json/typed-object.ts";
import { fromWire, toWire } from "#lib/wire/names.ts";
import { type ResourceName, resourceText } from "../../text/fields/texts.ts";
import { type AdminSectionName, mayOpen, sectionOf } from "../sections.ts";
import { derivedPages, type DerivedPage } from "./addresses.ts";
import { courseResources } from "./resources-of-courses.ts";
import { peopleResources } from "./resources-of-people.ts";
import { salesResources } from "./resources-of-sales.ts";
import { siteResources } from "./resources-of-the-site.ts";
import type { AdminResource, ResourceDeclaration } from "./resource.ts";

/** Declarations of the admin area, by the `object` of the schema of a resource. */
const declarations: Record<Exclude<ResourceName, "unknown">, ResourceDeclaration> = {
  ...courseResources,
  ...peopleResources,
  ...salesResources,
  ...siteResources,
};

export const adminResources: Readonly<Record<string, AdminResource>> = recordOf(typedKeys(declarations), (object) => ({
  ...declarations[object],
  object,
}));

const unknown: AdminResource = { object: "unknown", label: ["id"], facts: [] };

export const adminResourceOf = (object: string | undefined): AdminResource =>
  (object === undefined ? undefined : adminResources[object]) ?? unknown;

/** The heading of a list. */
export const nameOfMany = ({ object }: AdminResource, locale: Locale): string => resourceText(locale, object).many;

/** In a sentence: `New coupon`. */
export const nameOfOne = ({ object }: AdminResource, locale: Locale): string => resourceText(locale, object).one;

/** The `object` of the resource that a page is about; for a list, that of its items. */
export function objectOfPage({ kind, route }: DerivedPage): string {
  const declared = route.itemObject ?? route.outputObject;
  const namedByPath =
    kind === "create" ? objectsByPath[route.path] : kind === "list" ? listedByPath[route.path] : undefined;
  return namedByPath ?? aliases[declared ?? ""] ?? declared ?? lastWordOf(route.path);
}

const lastWordOf = (path: string): string =>
  path.split("/").findLast((part) => part !== "" && !part.startsWith(":")) ?? "";

/** Operations whose output is something else than what people make with them. */
const objectsByPath: Readonly<Record<string, string>> = {
  "/imports": "import",
  "/exports": "export",
  "/members/:id/notifications": "notification",
  "/digital_products/:product/files": "file",
  "/digital_products/:product/grants": "digital_product_grant",
  "/groups/:id/students": "student",
  "/members/:id/downloads": "member_download",
  "/members": "member",
  "/students": "student",
};

/** Lists under another resource, whose entries have another name there than at their own resource. */
const listedByPath: Readonly<Record<string, string>> = { "/members/:id/downloads": "member_download" };

const aliases: Readonly<Record<string, string>> = { school_settings: "settings", school_usage: "usage" };

/** The context of the names of a page, by which its texts are found: `coursePlans`, `groups.students`. */
export const textContextOf = ({ route }: DerivedPage): string => contextOfPath(route.path);

export const contextOfPath = (path: string): string =>
  path
    .split("/")
    .filter((part) => part !== "" && !part.startsWith(":"))
    .map(fromWire)
    .join(".");

/** The name of an action in the context of its resource, by which its texts are found: `events.cancel`. */
export function actionNameOf(page: DerivedPage, act: string): string {
  const context = textContextOf(page);
  // The path of other actions ends with their name.
  return `${page.kind === "act" ? (context.split(".", 1)[0] ?? context) : context}.${act}`;
}

/** True if the caller may use the operation of a page. The operation checks it again. */
export const mayOpenPage = (caller: Caller, { route }: DerivedPage): boolean =>
  route.scopes.every((scope) => holdsScope(caller, scope)) && !(route.unconfined && isConfined({ caller }));

const pagesByPattern: ReadonlyMap<string, DerivedPage> = new Map(derivedPages.map((page) => [page.pattern, page]));

export const pageAt = (pattern: string): DerivedPage | undefined => pagesByPattern.get(pattern);

/** Pages of one resource each with their section, by the `object` of it: `/coupons/:coupon`. */
const details = Map.groupBy(
  derivedPages
    .filter(({ kind, route }) => kind === "detail" && route.object !== undefined)
    .map((page) => ({ ...page, section: sectionOf(`/admin${page.pattern}`) })),
  ({ route }) => route.object,
);

/** The list of all resources of a type: `/coupons`. */
const lists: ReadonlyMap<string | undefined, DerivedPage> = new Map(
  derivedPages
    .filter(({ kind, pattern }) => kind === "list" && !pattern.includes(":"))
    .map((page) => [page.route.itemObject, page]),
);

export const listOfKind = (kind: IdKind): DerivedPage | undefined => lists.get(toWire(kind));

/** The page of one resource, among those that the caller may open. A person can be a member and a student. */
export function detailOfObject(caller: Caller, object: string): DerivedPage | undefined {
  const pages = [...(details.get(object) ?? []), ...(object === "member" ? (details.get("student") ?? []) : [])];
  return pages.find((page) => mayOpenPage(caller, page) && mayOpenSection(caller, page.section));
}

/** Pages with a route of their own have the guard of their section. */
const mayOpenSection = (caller: Caller, section: AdminSectionName | undefined): boolean =>
  section === undefined || section === "overview" || mayOpen("roles" in caller ? caller.roles : [], section);

/** Resources whose editor shows all of them. People who may edit them open it directly. */
const edited: ReadonlySet<string> = new Set(["lecture"]);

/** The address of one resource, or undefined without a page that the caller may open. */
export function addressOfResource(caller: Caller, object: string, id: string): string | undefined {
  const detail = detailOfObject(caller, object)?.pattern;
  const editor = edited.has(object) ? pageAt(`${detail}/edit`) : undefined;
  const pattern = editor && mayOpenPage(caller, editor) ? editor.pattern : detail;
  return pattern && `/admin${pattern.replace(/:\w+/, () => encodeURIComponent(id))}`;
}

/** The pattern of the addresses of the items of a list, also of those without a page: `/invitations/:id`. */
export function itemPatternOf({ pattern, route }: DerivedPage): string {
  const detailPattern = details.get(route.itemObject)?.[0]?.pattern;
  if (detailPattern !== undefined) return detailPattern;
  const under = derivedPages.find(({ route: other }) => other.path.startsWith(`${pattern}/:`))?.route.path;
  return under === undefined
    ? `/${route.itemObject}s/:id`
    : under
        .split("/")
        .slice(0, pattern.split("/").length + 1)
        .join("/");
}

/** True if the caller may add files to the library. */
export function mayUpload(caller: Caller): boolean {
  const page = pageAt("/files/new");
  return page !== undefined && mayOpenPage(caller, page);
}
