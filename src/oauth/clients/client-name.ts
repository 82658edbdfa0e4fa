import { LRUCache } from "lru-cache";
import type { Site } from "#domain/platform/site/site.ts";
import { carriesName } from "#lib/text/confusable-name.ts";
import { nameFlaw } from "#lib/text/visible-name.ts";
import { OAuthError } from "../error.ts";
import { hostOf } from "../metadata-documents/admitted-hosts.ts";
import { displayHostOf } from "../redirect-uri.ts";
import type { Client } from "./client.ts";
import { isVettedClient } from "./vetted-client.ts";

type Named = Pick<Client, "name" | "origin" | "review" | "metadataUrl" | "redirectUris">;

/** Caches the check, which runs at each authorization. */
const carriesByNames = new LRUCache<string, boolean>({ max: 10_000 });

/** Returns whether a name equals or contains the school's, or looks as if it did (Unicode UTS #39). */
export function carriesSchoolName(site: Pick<Site, "name">, name: string): boolean {
  const key = `${site.name}\n${name}`;
  let carries = carriesByNames.get(key);
  if (carries === undefined) carriesByNames.set(key, (carries = carriesName(name, site.name)));
  return carries;
}

/**
 * The display name of a client. An unvetted client that carries the school's name is shown by its address instead: the
 * school may have been renamed since the client registered.
 */
export function displayNameOf(site: Pick<Site, "name">, client: Named): string {
  if (isVettedClient(client)) return client.name;
  const address = addressOf(client);
  if (client.name === address) return client.name;
  return nameFlaw(client.name) !== undefined || carriesSchoolName(site, client.name) ? address : client.name;
}

/**
 * Rejects an unreviewed document client that carries the school's name; it can still be reviewed. Registered clients
 * are checked at registration.
 */
export function requireOwnName(site: Pick<Site, "name">, client: Named): void {
  if (client.origin !== "metadata_document" || isVettedClient(client)) return;
  if (client.name === addressOf(client) || !carriesSchoolName(site, client.name)) return;
  throw new OAuthError(
    "invalid_client",
    "The client_name in this client's document contains the name of this school. Choose another name, or ask the school to review the client in its admin area.",
  );
}

/** Unvetted clients without a document have registered themselves; those redirect only to the user's device. */
function addressOf({ metadataUrl, redirectUris: [redirectUri] }: Named): string {
  if (metadataUrl !== null) return hostOf(metadataUrl);
  return redirectUri === undefined ? "localhost" : displayHostOf(redirectUri);
}
