import { plainCharacters } from "./character-forms.ts";
import type { DecimalMark } from "./decimal-mark.ts";

const maxLength = 100;

/**
 * Returns the number that a person or a program wrote; undefined if the text is none. Accepts signs (`−5`), groups
 * (`300,000,000`, `300 000 000`, `300'000'000`), decimals (`.5`, `0,5`), exponents (`3.00E8`, `3 × 10^8`, `3·10⁸`) and
 * fractions (`1/3`, `½`, `1 1/2`). `decimal` decides where one mark can separate both: `1,234`.
 */
export function readNumber(text: string, decimal: DecimalMark): number | undefined {
  if (text.length > maxLength) return undefined;
  // The marks of Arabic numbers have one meaning each.
  const mark = /[٫٬]/.test(text) ? "." : decimal;
  const value = valueOf(unified(text), mark);
  return value !== undefined && Number.isFinite(value) ? value : undefined;
}

/** Writes powers as `*10^8` or `e8`, and removes spaces except those between digits. */
const unified = (text: string): string =>
  plainCharacters(text)
    .toLowerCase()
    .replace(/^= ?/, "")
    .replaceAll(/[ᴇ⏨]/g, "e")
    .replaceAll(/\\(?:times|cdot)/g, "*")
    .replaceAll("**", "^")
    .replaceAll(/ ?([*^/ex+-]) ?/g, "$1")
    .replaceAll(/\^[({]([+-]?\d+)[)}]/g, "^$1")
    .replaceAll(/(?<=[\d.,])x(?=10\^)/g, "*");

function valueOf(text: string, decimal: DecimalMark): number | undefined {
  const [numerator = "", denominator, ...others] = text.split("/");
  if (others.length > 0) return undefined;
  if (denominator === undefined) return decimalNumber(numerator, decimal);
  const [, sign = "", whole, part] = /^([+-]?)(\d+) ([1-9]\d*)$/.exec(numerator) ?? [];
  if (whole !== undefined && part !== undefined && /^\d+$/.test(denominator)) {
    const isMixed = Number(part) < Number(denominator);
    const isGrouped = areGroups([whole, part]);
    // `1 100/200` can be 1.5 and 5.5.
    if (isMixed && isGrouped) return undefined;
    if (isMixed) return (sign === "-" ? -1 : 1) * (Number(whole) + Number(part) / Number(denominator));
  }
  const [above, below] = [decimalNumber(numerator, decimal), decimalNumber(denominator, decimal)];
  return above === undefined || below === undefined ? undefined : above / below;
}

function decimalNumber(text: string, decimal: DecimalMark): number | undefined {
  const [, signOfPower, onlyPower] = /^([+-]?)10\^([+-]?\d{1,3})$/.exec(text) ?? [];
  if (onlyPower !== undefined) return Number(`${signOfPower}1e${onlyPower}`);
  const [, sign = "", digits = "", exponent, power] =
    /^([+-]?)([\d.,' ]+)(?:e([+-]?\d{1,3})|\*10\^([+-]?\d{1,3}))?$/.exec(text) ?? [];
  const shift = exponent ?? power;
  const parts = partsOf(digits, decimal, shift !== undefined);
  if (!parts) return undefined;
  const [whole, fraction] = [ungrouped(parts.whole), withoutSpaces(parts.fraction)];
  if (whole === undefined || fraction === undefined || whole + fraction === "") return undefined;
  return Number(`${sign}${whole || "0"}.${fraction || "0"}e${shift ?? "0"}`);
}

interface Parts {
  whole: string;
  fraction: string;
}

/** Divides a number at its decimal mark. Undefined if it has several. */
function partsOf(digits: string, decimal: DecimalMark, isScientific: boolean): Parts | undefined {
  const marks = digits.replaceAll(/[^.,]/g, "");
  const last = marks.at(-1);
  if (last === undefined) return { whole: digits, fraction: "" };
  const occurrences = marks.split(last).length - 1;
  if (occurrences > 1) return marks.length === occurrences ? { whole: digits, fraction: "" } : undefined;
  const at = digits.indexOf(last);
  const parts = { whole: digits.slice(0, at), fraction: digits.slice(at + 1) };
  if (marks.length > 1) return parts;
  const isGroup = /^[1-9]\d{0,2}$/.test(parts.whole) && /^\d{3}$/.test(parts.fraction) && last !== decimal;
  // The number before a power of ten has one digit before its decimals, and no groups.
  return isGroup && !(isScientific && parts.whole.length === 1) ? { whole: digits, fraction: "" } : parts;
}

/** Removes the marks between groups of digits. */
function ungrouped(whole: string): string | undefined {
  const mark = /[.,' ]/.exec(whole)?.[0];
  if (mark === undefined) return whole;
  const groups = whole.split(mark);
  return areGroups(groups) ? groups.join("") : undefined;
}

const areGroups = ([first = "", ...groups]: readonly string[]): boolean =>
  /^\d{1,3}$/.test(first) && (groups.every((group) => /^\d{3}$/.test(group)) || areIndianGroups([first, ...groups]));

/** Lakhs and crores: `12,34,567`. */
const areIndianGroups = (groups: readonly string[]): boolean =>
  groups.length > 2 && /^\d{1,2}$/.test(groups[0] ?? "") && /^(?:\d{2} )+\d{3}$/.test(groups.slice(1).join(" "));

/** Decimals can have spaces between groups of three (SI): `3.141 592 65`. */
const withoutSpaces = (fraction: string): string | undefined =>
  /^\d*$|^\d{3}(?: \d{3})*(?: \d{1,3})?$/.test(fraction) ? fraction.replaceAll(" ", "") : undefined;
