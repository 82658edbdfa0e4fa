import * as z from "zod";
import { exampleId, Id, one, parseId, type IdKind } from "./ids.ts";
import { WrittenInstant } from "./instant.ts";
import { htmlText, markdownText } from "#domain/content/markdown/text-fields.ts";

/** Field types that resources share, with the bounds of the whole API. */

export const Name = z.string().trim().min(1, "Expected a name.").max(200);

/** A resource's own place in an address: `[a-z0-9-]`, at most 120 letters. */
export const Slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "Expected lower-case letters, digits and single hyphens, like night-sky.")
  .max(120);

/** Markdown of at most so many characters. */
export const markdownUpTo = (maxLength: number, schema = z.string()) =>
  markdownText(schema.max(maxLength).meta({ description: "Markdown (CommonMark with tables)" }));

export const Markdown = markdownUpTo(100_000);

/** HTML of at most so many characters, which is stored sanitized. */
export const htmlUpTo = (maxLength: number, description = "HTML. It is sanitized.") =>
  htmlText(z.string().max(maxLength).meta({ description }));

export const Html = z.string().meta({ description: "Sanitized HTML, rendered from the Markdown", readOnly: true });

/** Where on the web: nothing that runs in a page, like `javascript:`. */
export const WebAddress = z
  .url({ protocol: /^https?$/, error: "Expected an address like https://school.example/about." })
  .max(2000)
  .meta({ examples: ["https://school.example/about"] });

/** Where a link of the site leads: to a path of its own, or elsewhere on the web. */
export const LinkTarget = z
  .string()
  .max(2000)
  .refine(
    // Browsers read a backslash as a slash: two at the beginning are another host.
    (text) => /^\/(?![/\\])[^\s\\]*$/.test(text) || WebAddress.safeParse(text).success,
    "Expected a path of this site like /about, or an address like https://school.example/about.",
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
  .meta({ description: "Up to 50 key-value pairs of the client" });

export const Tags = z
  .array(z.string().trim().min(1).max(50))
  .max(20)
  .transform((tags) => [...new Set(tags)]);

/** BCP 47, as far as its form goes. */
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

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

export const Currency = z
  .string()
  .refine((code) => currencies.has(code), "Expected an ISO 4217 code in capitals, like TWD.")
  .meta({ examples: ["TWD"] });

/** An amount in the minor unit of its currency (ISO 4217): 1999 of USD are 19.99 dollars. Never a fraction. */
export const Money = z
  .object({ amount: z.number().int().min(0).max(1_000_000_000_000), currency: Currency })
  .meta({ id: "Money", examples: [{ amount: 1999, currency: "USD" }] });
export type Money = z.output<typeof Money>;

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

/** How long somebody may use what they have got. */
export const AccessRule = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("lifetime") }),
    z.object({ kind: z.literal("days"), days: z.number().int().min(1).max(36_500) }),
    z.object({ kind: z.literal("until"), until: WrittenInstant }),
  ])
  .meta({ id: "AccessRule" });

/** What `{course}` and the like stand for in an address: the id, or the name that the thing has there. */
export type Reference = { id: string } | { slug: string };

const otherId = /^[a-z]{3}_[0-9a-hjkmnp-tv-z]{26}$/;

export const ReferenceTo = (kind: IdKind, what = "slug") =>
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
        message: `Expected the id or ${what} of ${one(kind)}.`,
      });
      return z.NEVER;
    })
    .meta({ description: `Id or ${what} of ${one(kind)}`, examples: [exampleId(kind)] });
