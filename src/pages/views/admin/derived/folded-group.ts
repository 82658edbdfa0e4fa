import { html, raw } from "hono/html";

import type { Field } from "../../../admin/derived/fields.ts";
import type { Markup } from "../../parts/markup.ts";
import { type FormView, group } from "./form-controls.ts";
import { fieldView, placedAt } from "./widgets.ts";

interface Fold {
  label: string;
  /** Parts of the group. */
  names: readonly string[];
}

/** A group of fields with folded rare parts. A fold is open if one of its parts has a value or a problem. */
export function foldedGroup(form: FormView, field: Field, folds: readonly Fold[]): Markup {
  const { name, control } = field;
  if (control.kind !== "group") return fieldView(form, field, name);
  const folded = new Set(folds.flatMap(({ names }) => names));
  const draw = (isDrawn: (part: string) => boolean) =>
    control.fields.filter((part) => isDrawn(part.name)).map((part) => fieldView(form, part, `${name}.${part.name}`));
  return group(
    placedAt(form, field, name),
    html`${draw((part) => !folded.has(part))}
    ${folds.map(
      ({ label, names }) =>
        html`<details class="rare" ${names.some((part) => isUsed(form, `${name}.${part}`)) && raw("open")}>
          <summary>${label}</summary>
          <div class="stack">${draw((part) => names.includes(part))}</div>
        </details>`,
    )}`,
  );
}

/** Lists have a count also if they are empty. */
const isUsed = ({ values, problems }: FormView, name: string): boolean =>
  [...values].some(([key, value]) => isIn(key, name) && key !== `${name}.count` && value !== "") ||
  [...problems.keys()].some((key) => isIn(key, name));

const isIn = (key: string, name: string): boolean => key === name || key.startsWith(`${name}.`);
