import * as z from "zod";
import { inAdminArea, operation } from "#domain/platform/operation.ts";
import { changeSettings } from "./change-settings.ts";
import { SiteSettings } from "#domain/platform/site/settings.ts";

/** `changeSettings` writes the audit entry, as for the command line. */
export const changeSiteSettings = operation({
  name: "changeSiteSettings",
  summary: "Update site settings",
  description: "Omitted settings stay unchanged.",
  access: inAdminArea,
  writes: true,
  input: z.object({ settings: z.record(z.string(), z.unknown()) }),
  output: z.object({ settings: SiteSettings }),
  run: (context, { settings }) => changeSettings(context, settings),
});
