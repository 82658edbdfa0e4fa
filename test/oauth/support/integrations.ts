import { randomBytes } from "node:crypto";
import { perform } from "#domain/platform/operation.ts";
import { formatClientId } from "#oauth/clients/client.ts";
import { addIntegration } from "#oauth/integrations/add-integration.ts";
import type { Integration, NewIntegration } from "#oauth/integrations/integration.ts";
import { disableIntegration, enableIntegration } from "#oauth/integrations/operations.ts";
import { now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import type { AClient, ASite } from "../../support/world.ts";

/** A vendor platform unique to the test; its callbacks are at its own host. */
export async function anIntegration(fields: Partial<NewIntegration> = {}): Promise<AnIntegration> {
  const mark = randomBytes(6).toString("hex");
  const fieldsToStore = {
    slug: `vendor-${mark}`,
    name: `Vendor ${mark}`,
    namePatterns: [`Vendor ${mark}`],
    redirectUris: [`https://${mark}.vendor.test/callback`, `https://${mark}.vendor.test/eu/callback`],
    scopes: null,
    ...fields,
  };
  const integration = await database.transaction((db) => addIntegration(db, fieldsToStore, now()));
  const [redirectUri] = integration.redirectUris;
  return { ...integration, clientId: formatClientId(integration.id), redirectUri: redirectUri! };
}

export type AnIntegration = Integration & AClient;

const asOperator = (site: ASite) => ({ ...site.context(), caller: { kind: "cli" } as const });

export const enable = (site: ASite, { slug }: Integration) => perform(enableIntegration, asOperator(site), { slug });
export const disable = (site: ASite, { slug }: Integration) => perform(disableIntegration, asOperator(site), { slug });

export interface Registered {
  client_id: string;
  client_id_issued_at: number;
  client_name: string;
  redirect_uris: string[];
  token_endpoint_auth_method: string;
  scope?: string;
}

/** Registers at the site. */
export const register = (site: ASite, metadata: object) => site.post("/api/oauth/register", metadata);
