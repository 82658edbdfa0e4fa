import { standardValues } from "../../../admin/derived/standard-values.ts";
import { fillPlain } from "../../parts/markup.ts";
import { formText, type Options, type Placed, wordsOf } from "./form-controls.ts";

/** The choice of an operation for a field that stays empty, if it is known. */
const standardOf = ({ form, field, name }: Placed): string | undefined =>
  field.standard ?? standardValues[wordsOf(form, name)];

export const isKnown = (placed: Placed): boolean => standardOf(placed) !== undefined;

/** Choices of which one is what an empty field means. It is empty itself, unless the form has it already. */
export function withStandard(placed: Placed, choices: Options): Options {
  const standard = standardOf(placed);
  if (placed.form.values.get(placed.name) === standard) return choices;
  const isFirst = choices.some(([value]) => value === standard);
  const all = choices.map(([value, label]) => [value === standard ? "" : value, label] as const);
  return isFirst ? all : [["", formText(placed.form).standard], ...all];
}

/** Names the choice of an operation for a field that stays empty. */
export function standardText(placed: Placed, nameOf: (value: string) => string): string {
  const value = standardOf(placed);
  const { standard, standardValue } = formText(placed.form);
  return value === undefined ? standard : fillPlain(standardValue, { value: nameOf(value) });
}
