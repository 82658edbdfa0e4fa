import type { SiteScope } from "#domain/platform/context.ts";
import type { Money } from "#domain/platform/fields.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { findCurrencies } from "./queries.ts";

/**
 * Refuses prices in a currency in which the school does not sell. `prices` are keyed by their pointers. A price that
 * has such a currency already (`before`) may keep it.
 */
export async function requireCurrencies(
  scope: SiteScope,
  prices: Readonly<Record<string, Money | null | undefined>>,
  before?: Money | null,
): Promise<void> {
  const requested = Object.entries(prices).flatMap(([pointer, price]) =>
    price && price.currency !== before?.currency ? [{ pointer, currency: price.currency }] : [],
  );
  if (requested.length === 0) return;
  const allowed = await findCurrencies(scope);
  const wrong = requested.find(({ currency }) => !allowed.includes(currency));
  if (!wrong) return;
  throw validationFailed(
    `${wrong.pointer}/currency`,
    "not_allowed",
    `The school does not sell in ${wrong.currency}. Expected ${allowed.length > 1 ? "one of " : ""}${allowed.join(", ")}, ` +
      "or add the currency to the currencies of the school.",
  );
}
