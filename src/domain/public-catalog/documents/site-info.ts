import * as z from "zod";
import { forAnyone, operation } from "#domain/platform/operation.ts";
import { Id } from "#domain/platform/ids.ts";
import { findSchool } from "#domain/site/school/queries.ts";
import { locales } from "#domain/platform/site/locales.ts";
import { isListed } from "#domain/catalog/courses/course-conditions.ts";

export const showSite = operation({
  name: "showSite",
  summary: "Retrieve the site and the addresses of its documents",
  reads: forAnyone,
  input: z.object({}),
  output: z.object({
    id: Id("site"),
    name: z.string(),
    description: z.string(),
    url: z.string(),
    defaultLanguage: z.string(),
    languages: z.array(z.string()),
    counts: z.object({ courses: z.number().int().min(0) }),
    policies: z
      .object({ termsUrl: z.string().nullable(), privacyUrl: z.string().nullable() })
      .meta({ description: "Null if the school has not set them" }),
    supportEmail: z.string().nullable(),
    documents: z.object({ llms: z.string(), pricing: z.string(), auth: z.string(), openapi: z.string() }),
  }),
  async run(context) {
    const { db, site } = context;
    const { id, name, description, origin, defaultLocale } = site;
    const counted = await db.one<{ courses: number }>`
      select count(*) as courses from courses where courses.site_id = ${site.id} and ${isListed}`;
    const { legal, supportEmail } = await findSchool(context);
    return {
      id,
      name,
      description,
      url: origin,
      defaultLanguage: defaultLocale,
      languages: [...locales],
      counts: { courses: counted.courses },
      policies: { termsUrl: legal.termsUrl ?? null, privacyUrl: legal.privacyUrl ?? null },
      supportEmail,
      documents: {
        llms: `${origin}/llms.txt`,
        pricing: `${origin}/pricing.md`,
        auth: `${origin}/auth.md`,
        openapi: `${origin}/openapi.json`,
      },
    };
  },
});
