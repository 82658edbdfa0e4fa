import { textFor } from "../../text/catalogue.ts";
import type { AdminPage } from "../../views/admin/admin-page.ts";
import { derivedPages } from "../derived/addresses.ts";
import { nameItems } from "../derived/labels.ts";
import { itemsOf, readIfPossible } from "../derived/load-operation.ts";
import { addressOfResource, adminResourceOf, mayOpenPage, nameOfMany, objectOfPage } from "../derived/resources.ts";
import { orderHits } from "../orders/order-hits.ts";
import { type HitGroup, type Hit, maxHitsPerKind } from "./search-hit.ts";
import type { AdminPageRequest } from "../parts/page-request.ts";

/** The lists that are searched by their `q`, in this order. Teachers cannot list members, but their students. */
const searched: readonly (readonly string[])[] = [["/members", "/students"], ["/courses"], ["/events"]];

const maxPages = 8;

/** Finds what the caller may open. */
export async function findHits(pageRequest: AdminPageRequest, page: AdminPage, text: string): Promise<HitGroup[]> {
  const lists = searched.map((patterns) => hitsOf(pageRequest, page, patterns, text));
  const groups = await Promise.all([...lists, orderHits(pageRequest, page, text)]);
  return [...pagesNamed(page, text), ...groups.flat()];
}

/** Pages of the navigation and forms for new resources, by their names. */
function pagesNamed({ navigation, creates, locale }: AdminPage, text: string): HitGroup[] {
  const { console: words, derived } = textFor(locale).admin;
  const lowerText = text.toLowerCase();
  const named = [
    ...navigation.flatMap(({ entries }) => entries),
    ...creates.map(({ href, label }) => ({
      href,
      name: derived.new.replace("{name}", label.toLowerCase()),
    })),
  ].filter(({ name }) => name.toLowerCase().includes(lowerText));
  return named.length === 0 ? [] : [{ name: words.search.page, hits: named.slice(0, maxPages) }];
}

async function hitsOf(
  { context }: AdminPageRequest,
  { locale }: AdminPage,
  patterns: readonly string[],
  text: string,
): Promise<HitGroup[]> {
  const list = patterns
    .flatMap((pattern) => derivedPages.find(({ kind, pattern: other }) => kind === "list" && other === pattern) ?? [])
    .find((one) => mayOpenPage(context.caller, one));
  if (!list) return [];
  const read = await readIfPossible(context, list, { q: text, limit: maxHitsPerKind });
  if (!read) return [];
  const object = objectOfPage(list);
  const resource = adminResourceOf(object);
  const items = itemsOf(read);
  const names = await nameItems(context, object, items, locale);
  const hits = names.flatMap(([id, name], index): Hit[] => {
    const href = addressOfResource(context.caller, object, id);
    const email = items[index]?.["email"];
    return href === undefined ? [] : [{ name, href, ...(typeof email === "string" && { detail: email }) }];
  });
  return hits.length === 0
    ? []
    : [
        {
          name: nameOfMany(resource, locale),
          hits,
          ...(items.length === maxHitsPerKind && { more: `/admin${list.pattern}?q=${encodeURIComponent(text)}` }),
        },
      ];
}
