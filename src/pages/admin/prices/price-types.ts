import type { FormValues } from "../derived/form-values.ts";

/** Types of a new price. How long access lasts is a field of its own. */
export const usualTypes = ["one_time", "installments", "pre_order", "free"] as const;

/** Returns the values to save: without the parts that the chosen type does not have. */
export function storedPrice(values: FormValues): FormValues {
  const type = values.get("plan_type");
  const starts = [
    ...(type === "free" ? ["price.", "compare_at_price."] : []),
    ...(type !== undefined && type !== "installments" ? ["installments."] : []),
  ];
  return new Map([...values].filter(([name]) => !starts.some((start) => name.startsWith(start))));
}
