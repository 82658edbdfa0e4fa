import * as z from "zod";
import { trimmed } from "#lib/wire/trimmed.ts";
import { exampleId, Id, one, parseId, type IdKind } from "./ids.ts";
import { WrittenEnd } from "./time/instant.ts";
import { oncePer } from "#lib/work/once-per.ts";
import { htmlText, markdownText } from "#domain/platform/texts/text-fields.ts";

/** Field types shared by resources, with the limits of the whole API. */

export const Name = trimmed().min(1, "Expected a name.").max(200);

/** A resource's URL slug: `[a-z0-9-]`, at most 120 characters. */
export const Slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "Expected lower-case letters, digits and single hyphens, like night-sky.")
  .max(120);

/** Markdown with a maximum length in characters. */
export const markdownUpTo = (maxLength: number, schema = z.string()) =>
  markdownText(
    schema
      .max(maxLength)
      .meta({ description: "Markdown (CommonMark with tables, and formulas in TeX such as $`x^2`$)" }),
  );

export const Markdown = markdownUpTo(100_000);

/** HTML with a maximum length in characters, stored sanitized. */
export const htmlUpTo = (maxLength: number, description = "HTML. It is sanitized.") =>
  htmlText(z.string().max(maxLength).meta({ description }));

export const Html = z.string().meta({ description: "Sanitized HTML, rendered from the Markdown", readOnly: true });

/** An http or https URL. Excludes executable schemes such as `javascript:`. */
export const WebAddress = z
  .url({ protocol: /^https?$/, error: "Expected a URL like https://school.example/about." })
  .max(2000)
  .meta({ examples: ["https://school.example/about"] });

/** The target of a link on the site: an absolute path of the site, or a web address. */
export const LinkTarget = z
  .string()
  .max(2000)
  .refine(
    // Browsers read a backslash as a slash, so two leading ones would address another host.
    (text) => /^\/(?![/\\])[^\s\\]*$/.test(text) || WebAddress.safeParse(text).success,
    "Expected a path of this site like /about, or a URL like https://school.example/about.",
  )
  .meta({ examples: ["/about"] });

export const ExternalId = z
  .string()
  .trim()
  .min(1)
  .max(128)
  .meta({ description: "The identifier of the resource in another system. Unique per site and resource type." });

export const Metadata = z
  .record(z.string().min(1).max(40), z.string().max(500))
  .refine((metadata) => Object.keys(metadata).length <= 50, "Expected at most 50 keys.")
  .meta({ description: "Up to 50 key-value pairs, for use by the client" });

export const Tags = z
  .array(trimmed().min(1).max(50))
  .max(20)
  .transform((tags) => [...new Set(tags)]);

/** A BCP 47 language tag; only the syntax is checked. */
export const LanguageTag = z
  .string()
  .max(35)
  .refine((tag) => isLanguageTag(tag), "Expected a language tag like en or zh-TW (BCP 47).");

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** Read on first use, because the data of Intl needs 7 MB of memory. */
let currencies: ReadonlySet<string> | undefined;
const isCurrency = (code: string): boolean => (currencies ??= new Set(Intl.supportedValuesOf("currency"))).has(code);

export const Currency = z
  .string()
  .refine((code) => isCurrency(code), "Expected an ISO 4217 code in capitals, like TWD.")
  .meta({ examples: ["TWD"] });

/** An amount in the minor unit of its currency (ISO 4217): 1999 USD is 19.99 dollars. Always an integer. */
export const Money = z
  .object({ amount: z.number().int().min(0).max(1_000_000_000_000), currency: Currency })
  .meta({ id: "Money", examples: [{ amount: 1999, currency: "USD" }] });
export type Money = z.output<typeof Money>;

/** Returns the amount of a row with its currency. Both columns are null, or neither. */
export const moneyOf = (amount: number | null, currency: string | null): Money | null =>
  amount === null || currency === null ? null : { amount, currency };

export const Seo = z
  .object({
    title: z.string().max(200).nullable(),
    description: z.string().max(500).nullable(),
    imageFileId: Id("file")
      .nullable()
      .meta({ description: "The image for link previews on other sites. Defaults to the cover." }),
    noindex: z.boolean(),
  })
  .partial()
  .meta({ id: "Seo" });

/** Duration of the access that a purchase or enrollment grants. */
export const AccessRule = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("lifetime") }),
    z.object({ kind: z.literal("days"), days: z.number().int().min(1).max(36_500) }),
    z.object({ kind: z.literal("until"), until: WrittenEnd }),
  ])
  .meta({ id: "AccessRule" });

/** The value of a path parameter such as `{course}`: an id or a slug. */
export type Reference = { id: string } | { slug: string };

const otherId = /^[a-z]{3}_[0-9a-hjkmnp-tv-z]{26}$/;

/** A field with a `Reference`. `what` names the alternative to the ID. */
export const ReferenceTo = (kind: IdKind, what = "slug") => referencesTo(kind)(what);

/** One schema per kind and alternative, as for `Id`. */
const referencesTo = oncePer((kind: IdKind) => oncePer((what: string) => referenceTo(kind, what)));

const referenceTo = (kind: IdKind, what: string) =>
  z
    .string()
    .max(200)
    .transform((text, context): Reference => {
      const id = parseId(kind, text);
      if (id) return { id };
      if (!otherId.test(text)) return { slug: text };
      context.issues.push({
        code: "custom",
        input: text,
        params: { code: "invalid_id" },
        message: `Expected the ID or ${what} of ${one(kind)}.`,
      });
      return z.NEVER;
    })
    .meta({ description: `ID or ${what} of ${one(kind)}`, examples: [exampleId(kind)] });
