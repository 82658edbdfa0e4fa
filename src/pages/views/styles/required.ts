import { locales } from "#domain/platform/site/locales.ts";
import { textFor } from "../../text/catalogue.ts";

/**
 * The mark of required fields in the admin area, for derived forms and those by hand. Assistive technology announces
 * `required` by itself, so that the mark of such a field is silent.
 */
export const requiredStyle = locales
  .map((locale) => {
    const mark = JSON.stringify(` ${textFor(locale).admin.derived.form.required}`);
    const inLocale = `.console:lang(${locale})`;
    return `
${inLocale} .required > :is(label, legend)::after { content: ${mark}; color: var(--soft); font-size: var(--t13); font-weight: 400; }
${inLocale} .field:has(> :is(input, select, textarea):required) > label::after { content: ${mark}; content: ${mark} / ""; color: var(--soft); font-size: var(--t13); font-weight: 400; }
`;
  })
  .join("");
