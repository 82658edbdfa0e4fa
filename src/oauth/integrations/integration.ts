import * as z from "zod";
import { isOneLine } from "#lib/text/one-line.ts";
import { nameFlaw } from "#lib/text/visible-name.ts";
import { scopeNames } from "#access/scopes.ts";
import { Id } from "#domain/platform/ids.ts";
import { audienceMayHold } from "../clients/client.ts";
import { flawOf, isHttpsRedirect } from "../redirect-uri.ts";
import { isNamePattern } from "./name-patterns.ts";

const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1, "Expected a text.")
    .max(max, `Expected at most ${max} characters.`)
    .refine(isOneLine, "Expected a single line without control characters.");

const some = <Item extends z.ZodType<string>>(item: Item, what: string) =>
  z
    .array(item)
    .min(1, `Expected at least one ${what}.`)
    .max(20, "Expected at most 20 entries.")
    .transform((items) => [...new Set(items)]);

const slug = z
  .string()
  .max(40, "Expected at most 40 characters.")
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "Expected lower-case letters, digits and single hyphens, like claude.");

const pattern = line(200).refine(
  isNamePattern,
  "Expected a name, or at least three letters with * at the start or end, like Claude *.",
);

const callback = z.string().refine(isHttpsRedirect, {
  error: ({ input }) =>
    flawOf(String(input)) ?? "Expected a fixed https URL in normalized form, without user name and fragment.",
});

const scope = z
  .enum(scopeNames, "Unknown scope.")
  .refine(
    (name) => audienceMayHold("operator", name),
    "Account scopes are for member clients, which are created by a site.",
  );

/** The settings of a vendor's platform, shared by all sites of the installation. */
export const NewIntegration = z.object({
  slug,
  name: line(100).refine((name) => nameFlaw(name) === undefined, {
    error: ({ input }) => `The name ${nameFlaw(String(input))}.`,
  }),
  namePatterns: some(pattern, "name"),
  redirectUris: some(callback, "callback"),
  /** Null: every operator scope. */
  scopes: some(scope, "scope").nullable(),
});
export type NewIntegration = z.output<typeof NewIntegration>;

export const IntegrationChanges = NewIntegration.omit({ slug: true }).partial();
export type IntegrationChanges = z.output<typeof IntegrationChanges>;

export interface Integration extends NewIntegration {
  /** Also the id of its client at every site that enables it. */
  id: string;
  createdAt: Date;
  updatedAt: Date;
}

/** An integration with its state at one site. */
export interface IntegrationHere extends Integration {
  enabled: boolean;
  /** The first MCP request, if any. */
  agentSince: Date | null;
}

/** The serialized integration, identified by its `client_id`, which is the same at all sites. */
export const IntegrationView = z.object({
  clientId: Id("client"),
  slug: z.string(),
  name: z.string(),
  namePatterns: z.array(z.string()),
  redirectUris: z.array(z.string()),
  scopes: z.array(z.enum(scopeNames)).nullable(),
  /** True if members of this site can use it. */
  enabled: z.boolean(),
});
export type IntegrationView = z.output<typeof IntegrationView>;

/** With usage data. */
export const IntegrationInUse = IntegrationView.extend({ agentSince: z.date().nullable() });
export type IntegrationInUse = z.output<typeof IntegrationInUse>;

export function viewOf(integration: Omit<IntegrationHere, "agentSince">): IntegrationView {
  const { id, slug, name, namePatterns, redirectUris, scopes, enabled } = integration;
  return { clientId: id, slug, name, namePatterns, redirectUris, scopes, enabled };
}
