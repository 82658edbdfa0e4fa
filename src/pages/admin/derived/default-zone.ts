import type { Field } from "./fields.ts";
import type { FormValues } from "./form-values.ts";

/** Groups of which a person filled in something, but no time zone, are in that of the school: weekly hours. */
export function withDefaultZone(fields: readonly Field[], values: FormValues, timeZone: string): FormValues {
  const zones = fields.flatMap(({ name, control }) => {
    if (control.kind !== "group" || !control.fields.some((part) => part.name === "time_zone")) return [];
    const zone = `${name}.time_zone`;
    const isFilled = [...values].some(
      ([other, value]) => other !== zone && other.startsWith(`${name}.`) && value !== "" && !isCount(other),
    );
    return isFilled && (values.get(zone) ?? "") === "" ? [[zone, timeZone] as const] : [];
  });
  return zones.length === 0 ? values : new Map([...values, ...zones]);
}

/** Lists of rows say how many they have, also without one. */
const isCount = (name: string): boolean => name.endsWith(".count");
