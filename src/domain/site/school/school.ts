import * as z from "zod";
import { patchSchemaOf } from "#domain/platform/merge-patch/changes-of.ts";
import { isEmailAddress } from "#domain/platform/email.ts";
import { Currency, Metadata, Seo, Slug, WebAddress } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { type Locale, locales } from "#domain/platform/site/locales.ts";
import { TimeZone } from "#domain/platform/time/time-zone.ts";
import { versioned } from "#domain/platform/versioned.ts";
import { trimmed } from "#lib/wire/trimmed.ts";

const Line = trimmed().max(300);

/** The legal entity of the school, and its terms. */
const Legal = z
  .object({
    company: Line.nullable(),
    address: trimmed().max(1000).nullable(),
    taxId: trimmed().max(50).nullable(),
    termsUrl: WebAddress.nullable(),
    privacyUrl: WebAddress.nullable(),
  })
  .partial()
  .meta({ id: "SchoolLegal" });

/** Profile URLs by platform: `{"youtube": "https://…"}`. */
const Social = z
  .record(z.string().regex(/^[a-z0-9_]{1,30}$/, "Expected a short name like youtube."), WebAddress)
  .refine((places) => Object.keys(places).length <= 20, "Expected at most 20 addresses.");

const SupportEmail = z.string().refine(isEmailAddress, "Expected an email address, like help@school.example.");

export const writableSchool = {
  name: trimmed().min(1, "Expected a name.").max(100),
  slug: Slug.meta({ description: "URL slug. Generated from the name if it is not given." }),
  description: trimmed().max(1000),
  supportEmail: SupportEmail.nullable(),
  timeZone: TimeZone,
  defaultLocale: z.enum(locales),
  defaultCurrency: Currency,
  /** The sales currencies, including the default one. */
  currencies: z.array(Currency).min(1).max(20),
  legal: Legal,
  social: Social,
  seo: Seo,
  metadata: Metadata,
};

const Count = z.number().int().min(0);

/** A site as presented to its visitors. */
export const School = versioned(
  z
    .object({
      object: z.literal("school"),
      id: Id("site"),
      ...writableSchool,
      /** Languages of its pages. */
      locales: z.array(z.enum(locales)),
      url: z.string(),
      mode: z.enum(["live", "test"]),
      logoUrl: z.string().nullable(),
      coverUrl: z.string().nullable(),
      counts: z.object({ courses: Count, lecturers: Count, posts: Count }),
      features: z.object({ mail: z.boolean().meta({ description: "True if email can be sent" }) }),
      createdAt: Instant,
      updatedAt: Instant,
    })
    .meta({ id: "School" }),
);

export const SchoolChanges = patchSchemaOf(writableSchool);

/** Columns of the school row. */
export interface SchoolRow {
  slug: string | null;
  supportEmail: string | null;
  timeZone: string;
  defaultCurrency: string;
  currencies: string[];
  legal: z.output<typeof Legal>;
  social: Record<string, string>;
  seo: z.output<typeof Seo>;
  settings: Record<string, Record<string, unknown>>;
  metadata: Record<string, string>;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** The school row, joined with the columns of its site row, which is used for site lookup. */
export interface SchoolRecord extends SchoolRow {
  name: string;
  description: string;
  defaultLocale: Locale;
  logoFileId: string | null;
  coverFileId: string | null;
}
