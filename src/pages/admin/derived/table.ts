import { fieldsIn } from "#lib/wire/definition.ts";
import { nodeOf } from "#lib/wire/schema-node.ts";
import type { Operation } from "#domain/platform/operation.ts";
import { actionLabel } from "../../text/fields/texts.ts";
import type { Table } from "../../views/admin/derived/table.ts";
import { derivedPageOf, type AdminPageRequest } from "../parts/page-request.ts";
import { derivedPages, type FoundPage } from "./addresses.ts";
import { type Field, fieldsOf } from "./fields.ts";
import { labelOf, readLabels } from "./labels.ts";
import { itemsOf, operationOf, type WireResult } from "./load-operation.ts";
import { thumbnailOf } from "./thumbnail.ts";
import { isOffered } from "./possible-actions.ts";
import {
  addressOfResource,
  adminResourceOf,
  itemPatternOf,
  mayOpenPage,
  objectOfPage,
  contextOfPath,
  textContextOf,
} from "./resources.ts";

export function itemFieldsOf({ output }: Operation): readonly Field[] {
  const { data } = fieldsIn(output);
  const items = data && nodeOf(data);
  return items?.kind === "array" ? fieldsOf(items.element) : [];
}

/** Columns beside the name. */
const maxColumns = 6;

/** Fields of the rows of a table, if they differ from those of the list: all rows belong to one person. */
export interface Rows {
  naming: string;
  facts: readonly string[];
}

/** Builds the table of a page of a list. The label of each row leads to its page; rows without a page have their actions beside it. */
export async function tableOf(
  pageRequest: AdminPageRequest,
  page: FoundPage,
  result: WireResult,
  rows?: Rows,
): Promise<Table> {
  const { caller } = pageRequest.context;
  const { locale } = derivedPageOf(pageRequest, page.route.path);
  const object = objectOfPage(page);
  const resource = adminResourceOf(object);
  const { label, facts } = rows ? { label: [rows.naming], facts: rows.facts } : resource;
  const all = itemFieldsOf(await operationOf(page));
  const items = itemsOf(result);
  // Leaves out the resource that the list belongs to, which stands above it.
  const above = new Set(Object.values(page.params));
  const columns = facts
    .slice(0, maxColumns)
    .flatMap((name) => all.find((field) => field.name === name) ?? [])
    .filter(({ name }) => items.length === 0 || !items.every((item) => above.has(String(item[name]))));
  const naming = label.flatMap((name) => all.find((field) => field.name === name) ?? []);
  const labels = await readLabels(pageRequest.context, [...naming, ...columns], items, locale);
  const acts = actionsOfRows(pageRequest, page);
  return {
    naming: label.find((name) => naming.some((field) => field.name === name)) ?? "id",
    columns,
    shown: {
      texts: textContextOf(page),
      labels,
      addressOf: (kind, id) => addressOfResource(caller, kind, id),
    },
    rows: items.map((item) => {
      const id = typeof item["id"] === "string" ? item["id"] : "";
      return {
        id,
        item,
        name: labelOf(object, item, locale, labels, label),
        href: id === "" ? undefined : addressOfResource(caller, object, id),
        thumbnail: object === "file" ? thumbnailOf(item) : undefined,
        acts: acts
          .filter(({ act }) => isOffered(object, act, item["status"]))
          .map(({ label, hrefOf }) => ({ label, href: hrefOf(item) })),
      };
    }),
  };
}

/** Actions of rows that have no page of their own. */
function actionsOfRows(pageRequest: AdminPageRequest, page: FoundPage) {
  const { caller } = pageRequest.context;
  const { locale } = derivedPageOf(pageRequest, page.route.path);
  const pattern = itemPatternOf(page);
  if (derivedPages.some(({ kind, pattern: other }) => kind === "detail" && other === pattern)) return [];
  return derivedPages
    .filter(
      (one) =>
        one.kind !== "list" && one.kind !== "create" && mayOpenPage(caller, one) && isOfItem(one.route.path, pattern),
    )
    .map((one) => ({ one, act: one.route.path === pattern ? one.kind : lastOf(one.route.path) }))
    .map(({ one, act }) => ({
      act,
      label: actionLabel(locale, `${contextOfPath(pattern)}.${act}`) ?? act,
      hrefOf: (item: Readonly<Record<string, unknown>>) => {
        const key = lastOf(pattern).slice(1);
        const value = item[key === "rev" ? "revision" : "id"];
        const encodedId = typeof value === "string" || typeof value === "number" ? encodeURIComponent(value) : "";
        const base = `${pattern.startsWith(`${page.pattern}/`) ? page.path : pattern.slice(0, pattern.lastIndexOf("/"))}/${encodedId}`;
        return `/admin${base}${one.pattern.slice(pattern.length)}`;
      },
    }));
}

const lastOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

const isOfItem = (path: string, pattern: string): boolean => path === pattern || path.startsWith(`${pattern}/`);
