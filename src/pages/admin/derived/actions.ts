import { holdsScope } from "#domain/platform/callers/holds-scope.ts";
import { fromWire } from "#lib/wire/names.ts";
import { textFor } from "../../text/catalogue.ts";
import { actionLabel, fieldLabel } from "../../text/fields/texts.ts";
import { fillPlain } from "../../views/parts/markup.ts";
import { type AdminPageRequest, derivedPageOf } from "../parts/page-request.ts";
import { type DerivedPage, derivedPages, findPage, type FoundPage, pagesUnder } from "./addresses.ts";
import { settingsGroups } from "./form-fields.ts";
import { readIfPossible } from "./load-operation.ts";
import { adminResourceOf, mayOpenPage, nameOfOne, objectOfPage, pageAt, textContextOf } from "./resources.ts";

/** A link to the form of an action. */
export interface ActionLink {
  /** The last part of its address. */
  act: string;
  label: string;
  href: string;
  /** The first thing that people do with a resource. */
  isFirst: boolean;
}

/** The forms about this resource that the caller may open. */
export async function actionsOf({ context, ...rest }: AdminPageRequest, page: FoundPage): Promise<ActionLink[]> {
  const { locale } = derivedPageOf({ context, ...rest }, page.route.path);
  const { derived: text } = textFor(locale).admin;
  const forms = pagesUnder(page.route).filter((one) => one.kind !== "list" && one.kind !== "detail");
  const missing = await missingParts({ context, ...rest }, page, forms);
  const actions = forms
    .filter((one) => mayOpenPage(context.caller, one) && !(one.kind === "create" && isListed(one)))
    .filter((one) => one.kind !== "delete" || !missing.has(one.route.path))
    .map((one) => {
      const act =
        one.route.path === page.route.path ? one.kind : one.route.path.slice(one.route.path.lastIndexOf("/") + 1);
      const label =
        one.kind === "create"
          ? fillPlain(text.new, { name: nameOfOne(adminResourceOf(objectOfPage(one)), locale) })
          : one.kind === "edit" && act !== "edit"
            ? fillPlain(text.editOf, { name: lower(locale, fieldLabel(locale, fromWire(act))) })
            : one.kind === "delete" && act !== "delete"
              ? fillPlain(text.actOn, { act: text.delete, name: lower(locale, fieldLabel(locale, fromWire(act))) })
              : (actionLabel(locale, `${textContextOf(page)}.${act}`) ?? fieldLabel(locale, fromWire(act)));
      return {
        act,
        label,
        href: `/admin${page.path}${one.pattern.slice(page.route.path.length)}`,
        isFirst: one.kind === "edit" && act === "edit",
      };
    });
  if (page.route.path !== "/school/settings" || !holdsScope(context.caller, "school:write")) return actions;
  const groups = await settingsGroups();
  return groups.map((group) => ({
    act: "edit",
    label: fillPlain(text.editOf, { name: lower(locale, fieldLabel(locale, fromWire(group))) }),
    href: `/admin/school/settings/${group}/edit`,
    isFirst: false,
  }));
}

/** Paths of parts that the resource does not have, such as the quiz of a lecture without one. */
async function missingParts(
  { context }: Pick<AdminPageRequest, "context">,
  { params, route }: FoundPage,
  own: readonly DerivedPage[],
): Promise<ReadonlySet<string>> {
  const parts = own.filter(({ kind, route: { path } }) => kind === "delete" && path !== route.path);
  const read = parts.map(async ({ route: { path } }): Promise<string[]> => {
    const detail = pageAt(path);
    return detail?.kind === "detail" && !(await readIfPossible(context, detail, {}, params)) ? [path] : [];
  });
  return new Set((await Promise.all(read)).flat());
}

/** In a sentence. */
const lower = (locale: string, label: string): string => (locale === "en" ? label.toLowerCase() : label);

/** Its button stands at the list. */
const isListed = ({ route }: DerivedPage): boolean =>
  derivedPages.some(({ kind, route: other }) => kind === "list" && other.path === route.path);

/** The forms about a resource whose page has a route of its own, less those that the page has itself. */
export async function actionsAt(
  pageRequest: AdminPageRequest,
  path: string,
  own: ReadonlySet<string>,
): Promise<ActionLink[]> {
  const page = findPage(path);
  return page ? (await actionsOf(pageRequest, page)).filter(({ act }) => !own.has(act)) : [];
}

/** The form for a new resource of a list whose page has a route of its own. */
export function creationAt(pageRequest: AdminPageRequest, path: string): { href: string; label: string } | undefined {
  const page = findPage(`${path}/new`);
  if (!page || !mayOpenPage(pageRequest.context.caller, page)) return undefined;
  const { locale } = derivedPageOf(pageRequest, path);
  const name = nameOfOne(adminResourceOf(objectOfPage(page)), locale);
  return { href: `/admin${path}/new`, label: fillPlain(textFor(locale).admin.derived.new, { name }) };
}
