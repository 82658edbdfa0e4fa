import type { FormFields } from "#lib/form-fields.ts";
import type { FormValues } from "./form-values.ts";

const nonInputFields: ReadonlySet<string> = new Set(["csrf", "version", "shown", "key", "confirmed", "draft"]);

/** Returns the values of a form. Browsers send line breaks as CRLF (HTML §4.10.22.4). */
export const submittedValues = (fields: FormFields): FormValues =>
  new Map(
    fields.filter(([name]) => !nonInputFields.has(name)).map(([name, value]) => [name, value.replaceAll("\r\n", "\n")]),
  );

/** Digests of the fields as the form showed them. A form from elsewhere has none, and then every field is sent. */
export function shownIn(fields: FormFields): Readonly<Record<string, string>> {
  const [, text = ""] = fields.find(([name]) => name === "shown") ?? [];
  return Object.fromEntries(
    text
      .split(" ")
      .map((pair) => [pair.slice(0, pair.lastIndexOf(":")), pair.slice(pair.lastIndexOf(":") + 1)] as const)
      // Names of scopes contain colons, digests do not.
      .filter(([name, digest]) => name !== "" && digest !== ""),
  );
}

/** The value of the hidden field with what the form shows. */
export const shownText = (digests: Readonly<Record<string, string>>): string =>
  Object.entries(digests)
    .map(([name, digest]) => `${name}:${digest}`)
    .join(" ");
