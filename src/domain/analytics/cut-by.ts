import { validationFailed } from "#domain/platform/problem.ts";
import { type Dimension, dimensions, type FilterName, filterOf, keysOf, personal } from "./dimensions.ts";
import type { Metric, MetricName } from "./metrics.ts";
import { type Cut, whole } from "./read-rollups.ts";

/**
 * Rollups have one dimension at a time: a grouped metric can only be filtered by the same dimension and by currency.
 */
export function cutBy(
  name: MetricName,
  { dimensions: known, perCurrency }: Metric,
  groupBy: Dimension | undefined,
  input: Partial<Record<FilterName, string[] | undefined>>,
): Cut & { selected?: readonly string[] | undefined } {
  const narrowed = dimensions.filter((dimension) => input[filterOf[dimension]] !== undefined);
  if (groupBy && !known.includes(groupBy)) throw refused("groupBy", name, known, groupBy);
  const odd = narrowed.find((dimension) => !known.includes(dimension) && !(dimension === "currency" && perCurrency));
  if (odd) throw refused(filterOf[odd], name, known, odd);
  const [dimension, other] = [
    ...new Set([...(groupBy ? [groupBy] : []), ...narrowed].filter((one) => one !== "currency")),
  ];
  if (other) {
    throw validationFailed(
      `/${filterOf[other]}`,
      "not_combinable",
      `${dimension} and ${other} cannot be combined. Group or filter by one of them.`,
    );
  }
  if (!dimension) return whole;
  const values = input[filterOf[dimension]];
  if (personal.has(dimension)) {
    if (!groupBy) throw notGrouped(dimension);
    // Suppression of one group depends on all others, so read them all.
    return { dimension, divided: true, selected: values };
  }
  return { dimension, keys: values && keysOf(dimension, values), divided: groupBy === dimension };
}

const notGrouped = (dimension: Dimension) =>
  validationFailed(
    `/${filterOf[dimension]}`,
    "not_applicable",
    `This filter could identify individual people. Add group_by=${dimension}.`,
  );

function refused(field: string, name: MetricName, known: readonly Dimension[], requested: Dimension) {
  const others = known.length > 0 ? `Available dimensions: ${known.join(", ")}.` : "It has no dimensions.";
  return validationFailed(`/${field}`, "not_applicable", `${name} does not have the dimension ${requested}. ${others}`);
}
