import { formText, type Options, type Placed } from "./form-controls.ts";

/** True for a value that the color field of a browser can show: it has no empty value, and changes others to black. */
export const isColor = (value: string | undefined): boolean => value !== undefined && /^#[\da-f]{6}$/i.test(value);

const zones: Options = ["UTC", ...Intl.supportedValuesOf("timeZone")].map((zone) => [zone, zone.replaceAll("_", " ")]);

/** Time zones by their names. */
export const zoneOptions = ({ form, field, name }: Placed): Options =>
  (form.values.get(name) ?? "") === "" || field.isNullable ? [["", formText(form).noChoice], ...zones] : zones;
