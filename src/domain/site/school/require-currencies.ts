import type { Context } from "#domain/platform/context.ts";
import type { Money } from "#domain/platform/fields.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { findCurrencies } from "./queries.ts";

/**
 * Refuses prices in a currency in which the school does not sell. `prices` are keyed by their pointers. A price that
 * has such a currency already (`before`) may keep it, and so may prices of an archive of the site.
 */
export async function requireCurrencies(
  context: Pick<Context, "db" | "site" | "restoresArchive">,
  prices: Readonly<Record<string, Money | null | undefined>>,
  before?: Money | null,
): Promise<void> {
  const requested = Object.entries(prices).flatMap(([pointer, price]) =>
    price && price.currency !== before?.currency ? [{ pointer, currency: price.currency }] : [],
  );
  if (requested.length === 0 || context.restoresArchive) return;
  const allowed = await findCurrencies(context);
  const wrong = requested.find(({ currency }) => !allowed.includes(currency));
  if (!wrong) return;
  throw validationFailed(
    `${wrong.pointer}/currency`,
    "not_allowed",
    `The school does not sell in ${wrong.currency}. Expected ${allowed.length > 1 ? "one of " : ""}${allowed.join(", ")}, ` +
      "or add the currency to the currencies of the school.",
  );
}
