import { html, raw } from "hono/html";

import { fillPlain, type Markup } from "../../markup.ts";
import { area, formText, group, input, labelled, type Placed, selectView, tick } from "./form-controls.ts";

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
  const chosen = (form.values.get(name) ?? "").split("\n").filter((line) => line !== "");
  if (choices?.options && chosen.every((id) => choices.options?.some(([one]) => one === id))) {
    if (choices.options.length === 0) return raw("");
    const ticked = new Map([...form.values, ...chosen.map((id) => [`${name}.${id}`, "on"] as const)]);
    return group(
      placed,
      html`${choices.options.map(([id, label]) => tick({ ...form, values: ticked }, `${name}.${id}`, label))}`,
    );
  }
  const names = chosen.flatMap((id) => choices?.labels.get(id) ?? []).join(", ");
  const found = { ...placed, hint: names === "" ? text.findManyHint : fillPlain(text.chosen, { names }) };
  return labelled(found, area(found, { rows: 3 }));
}
