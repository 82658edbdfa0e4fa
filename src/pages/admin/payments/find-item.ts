import type { RequestContext } from "#domain/platform/context.ts";
import { tryProductOf } from "#domain/offers/coupons/product.ts";
import type { IdKind } from "#domain/platform/ids.ts";
import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../text/catalogue.ts";
import { fillPlain } from "../../views/parts/markup.ts";
import { matchesByName } from "../derived/choices.ts";

/** Kinds of items that have a refund policy. */
const kinds: readonly IdKind[] = ["course", "membershipPlan", "event", "digitalProduct", "consultingService"];

/**
 * Finds an item by its name, as relations of derived forms do. Returns its ID, or why no single item is meant. IDs and
 * addresses are returned as they are.
 */
export async function findItem(
  context: RequestContext,
  text: string,
  locale: Locale,
): Promise<{ item: string; problem?: string }> {
  const isAddress = text.startsWith("/") || URL.canParse(text);
  if (text === "" || isAddress || tryProductOf(text)) return { item: text };
  const found = (await Promise.all(kinds.map(async (kind) => matchesByName(context, kind, text, locale)))).flat();
  const exact = found.filter(({ label }) => label.toLowerCase() === text.toLowerCase());
  const [one, other] = exact.length === 1 ? exact : found;
  const { noMatch, manyMatches } = textFor(locale).admin.derived.form;
  if (!one) return { item: text, problem: fillPlain(noMatch, { text }) };
  if (!other) return { item: one.id };
  const names = found.map(({ label, id }) => `${label} (${id})`).join(", ");
  return { item: text, problem: fillPlain(manyMatches, { text, names }) };
}
