import * as z from "zod";
import { inAdminArea, operation } from "#domain/platform/operation.ts";
import { changeSettings } from "./change-settings.ts";
import { roleSettings } from "#domain/platform/site/role-settings.ts";
import { SiteSettings } from "#domain/platform/site/settings.ts";
import { typedKeys } from "#lib/json/typed-object.ts";

/** Settings that decide who gets in, and for how long. */
const signInSettings: readonly string[] = [
  "accessTokenLifetime",
  "refreshTokenLifetime",
  "sessionLifetime",
  "openClientMetadataDocuments",
  "clientMetadataHosts",
  "openSignUp",
  "signInByEmail",
  "apiStepUp",
  "apiStepUpMaxAge",
  "disconnectAppsOnPasswordReset",
  ...typedKeys(roleSettings),
] satisfies (keyof SiteSettings)[];

/** `changeSettings` writes the audit entry, as for the command line. */
export const changeSiteSettings = operation({
  name: "changeSiteSettings",
  summary: "Update site settings",
  description: "Omitted settings stay unchanged.",
  writes: inAdminArea,
  sensitive: { subject: "sign_in", when: ({ settings }) => signInSettings.some((name) => name in settings) },
  input: z.object({ settings: z.record(z.string(), z.unknown()) }),
  output: z.object({ settings: SiteSettings }),
  run: (context, { settings }) => changeSettings(context, settings),
  unaudited: "changeSettings records the changes of every caller",
});
