import { html, raw } from "hono/html";

import { fillPlain, type Markup } from "../../parts/markup.ts";
import { choicesKey, type Control } from "../../../admin/derived/fields.ts";
import { tickedUnder } from "../../../admin/derived/form-index.ts";
import { checkbox } from "../../parts/fields.ts";
import { area, type Choices, formText, group, input, labelled, type Placed, selectView } from "./form-controls.ts";
import { uploadIsland } from "../islands.ts";

/** One resource: chosen from a list if there are few, otherwise found by its name. */
export function referenceView(placed: Placed, control: Extract<Control, { kind: "reference" }>): Markup {
  const { form, field, name } = placed;
  const choices = form.choices.get(choicesKey(control));
  const text = formText(form);
  if (choices?.options) {
    const mayBeNone = field.isNullable || !field.isRequired || (form.values.get(name) ?? "") === "";
    const select = selectView(placed, [...(mayBeNone ? [["", text.noChoice] as const] : []), ...choices.options]);
    return labelled(placed, html`${select}${uploadIn(placed, choices)}`);
  }
  const label = choices?.labels.get(form.values.get(name) ?? "");
  const hint = label === undefined ? text.findHint : fillPlain(text.chosen, { names: label });
  const hinted = { ...placed, hint: placed.hint ?? hint };
  return labelled(
    hinted,
    html`${searched(input(hinted, { type: "text", maxlength: "200" }), choices, false)}${uploadIn(placed, choices)}`,
  );
}

const uploadIn = ({ name }: Placed, choices: Choices | undefined): Markup =>
  choices?.canUpload === true ? uploadIsland(name) : raw("");

/** A field of names. With scripts, the list of the target is searched. */
export const searched = (field: Markup, choices: Choices | undefined, isSeveral: boolean): Markup =>
  choices?.list === undefined
    ? field
    : html`<l-pick
        data-list="${choices.list}"
        data-labels="${JSON.stringify(Object.fromEntries(choices.labels))}"
        ${isSeveral && raw("data-several")}
        >${field}</l-pick
      >`;

/** Several resources. */
export function referencesView(placed: Placed, kind: string): Markup {
  const { form, name } = placed;
  const choices = form.choices.get(kind);
  const text = formText(form);
  const typed = (form.values.get(name) ?? "").split("\n").filter((line) => line !== "");
  const chosenIds = [...new Set([...typed, ...tickedUnder(form.values, name)])];
  const options = new Map(choices?.options);
  if (choices?.options && chosenIds.every((id) => options.has(id))) {
    if (options.size === 0) return raw("");
    const box = (id: string, checked: boolean) =>
      checkbox({ name: `${name}.${id}`, label: options.get(id) ?? id, checked });
    const otherIds = [...options.keys()].filter((id) => !chosenIds.includes(id));
    // The order of some relations is shown to visitors. Browsers send check boxes in the order of the page.
    return group(placed, html`${chosenIds.map((id) => box(id, true))}${otherIds.map((id) => box(id, false))}`);
  }
  const names = chosenIds.flatMap((id) => choices?.labels.get(id) ?? []).join(", ");
  const hint = names === "" ? text.findManyHint : fillPlain(text.chosen, { names });
  const values =
    chosenIds.length === typed.length ? form.values : new Map([...form.values, [name, chosenIds.join("\n")]]);
  const hinted = { ...placed, form: { ...form, values }, hint };
  return labelled(hinted, searched(area(hinted, { rows: 3 }), choices, true));
}
