import { html, raw } from "hono/html";

import { fillPlain, type Markup } from "../../parts/markup.ts";
import { tickedUnder } from "../../../admin/derived/form-index.ts";
import { checkbox } from "../../parts/fields.ts";
import { area, formText, group, input, labelled, type Placed, selectView } from "./form-controls.ts";

/** One resource: chosen from a list if there are few, otherwise found by its name. */
export function referenceView(placed: Placed, kind: string): Markup {
  const { form, field, name } = placed;
  const choices = form.choices.get(kind);
  const text = formText(form);
  if (choices?.options) {
    const mayBeNone = field.isNullable || !field.isRequired || (form.values.get(name) ?? "") === "";
    return labelled(
      placed,
      selectView(placed, [...(mayBeNone ? [["", text.noChoice] as const] : []), ...choices.options]),
    );
  }
  const label = choices?.labels.get(form.values.get(name) ?? "");
  const hint = label === undefined ? text.findHint : fillPlain(text.chosen, { names: label });
  const found = { ...placed, hint: placed.hint ?? hint };
  return labelled(found, input(found, { type: "text", maxlength: "200" }));
}

/** Several resources. */
export function referencesView(placed: Placed, kind: string): Markup {
  const { form, name } = placed;
  const choices = form.choices.get(kind);
  const text = formText(form);
  const typed = (form.values.get(name) ?? "").split("\n").filter((line) => line !== "");
  const chosen = [...new Set([...typed, ...tickedUnder(form.values, name)])];
  const options = new Map(choices?.options);
  if (choices?.options && chosen.every((id) => options.has(id))) {
    if (options.size === 0) return raw("");
    const box = (id: string, checked: boolean) =>
      checkbox({ name: `${name}.${id}`, label: options.get(id) ?? id, checked });
    const others = [...options.keys()].filter((id) => !chosen.includes(id));
    // The order of some relations is shown to visitors. Browsers send check boxes in the order of the page.
    return group(placed, html`${chosen.map((id) => box(id, true))}${others.map((id) => box(id, false))}`);
  }
  const names = chosen.flatMap((id) => choices?.labels.get(id) ?? []).join(", ");
  const hint = names === "" ? text.findManyHint : fillPlain(text.chosen, { names });
  const values = chosen.length === typed.length ? form.values : new Map([...form.values, [name, chosen.join("\n")]]);
  const found = { ...placed, form: { ...form, values }, hint };
  return labelled(found, area(found, { rows: 3 }));
}
