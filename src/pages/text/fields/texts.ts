import type { ExceededLimit } from "#domain/platform/problem.ts";
import type { Locale } from "#domain/platform/site/locales.ts";
import { fromWire } from "#lib/wire/names.ts";
import * as en from "../en/fields.ts";
import * as zhTW from "../zh-tw/fields.ts";

/** Resources by the `object` of their schema. */
export type ResourceName = keyof (typeof en)["resources"];

interface ResourceText {
  /** In a sentence: `New coupon`. */
  one: string;
  /** The heading of the list. */
  many: string;
  /** One sentence below the heading. */
  about?: string;
}

/** Texts of fields by their names. */
type Kind = Exclude<keyof typeof en, "resources">;

type FieldTexts = Record<Kind, Readonly<Record<string, string>>> & { resources: Record<ResourceName, ResourceText> };

/** Checks that a language has the texts of English, by kind and name. */
const textsOf = (texts: typeof en): FieldTexts => texts;

/** All texts of the administration that is derived from the operations. Only its pages load them. */
export const fieldTexts: Record<Locale, FieldTexts> = { en: textsOf(en), "zh-TW": textsOf(zhTW) };

export const resourceText = (locale: Locale, name: ResourceName): ResourceText => fieldTexts[locale].resources[name];

/** Returns the name of the texts of a form field, such as `coupons.discount.amount`. Rows have numbers, which are no names. */
export const nameOfText = (context: string, field: string): string =>
  [
    context,
    ...field
      .split(".")
      .filter((part) => !/^\d+$/.test(part))
      .map(fromWire),
  ].join(".");

/** A name can contain its context, as in `discount.amount` or `redirects.from`; the longest known name decides. */
export const fieldLabel = (locale: Locale, name: string): string => textOf("labels", locale, name) ?? inWords(name);

export const fieldHint = (locale: Locale, name: string): string | undefined => textOf("hints", locale, name);

/** Returns the label of a value of a field such as `status` or `members.status`. */
export const valueLabel = (locale: Locale, field: string, value: string): string =>
  textOf("values", locale, `${field}.${value}`) ?? inWords(value);

/** Returns the label of an action such as `delete` or `members.delete`. */
export const actionLabel = (locale: Locale, name: string): string | undefined => textOf("actions", locale, name);

/** Returns the effect of an action that needs a confirmation, for `delete` or `members.delete`. */
export const actionQuestion = (locale: Locale, name: string): string | undefined => textOf("effects", locale, name);

/** Returns the message for a code such as `invalid_format` or `coupons.code.invalid_format`. */
export const problemText = (locale: Locale, code: string): string | undefined => textOf("problems", locale, code);

/** Returns the message with a `{limit}` that a value exceeds. `isEntry`: the value is one entry of a list in a field. */
export function limitText(
  locale: Locale,
  code: string,
  { of, value }: ExceededLimit,
  { isEntry }: { isEntry: boolean },
): string | undefined {
  const { problems } = fieldTexts[locale];
  if (isEntry) return problems[`${code}.${of}_of_entry`];
  return code === "too_small" && of === "characters" && value === 1 ? problems["required"] : problems[`${code}.${of}`];
}

/** Looks up the name, then the name without its first part, and so on. */
function textOf(kind: Kind, locale: Locale, name: string): string | undefined {
  const texts = fieldTexts[locale][kind];
  if (Object.hasOwn(texts, name)) return texts[name];
  const dot = name.indexOf(".");
  return dot === -1 ? undefined : textOf(kind, locale, name.slice(dot + 1));
}

/** `minTotal` and `min_total` in words: "Min total". */
function inWords(name: string): string {
  const words = name
    .slice(name.lastIndexOf(".") + 1)
    .replaceAll(/[_-]/g, " ")
    .replaceAll(/\B[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
