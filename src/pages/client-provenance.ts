import type { Client } from "#oauth/clients/client.ts";
import { hostOf } from "#oauth/metadata-documents/admitted-hosts.ts";
import type { Consent } from "./views/consent.ts";

type Provenance = Consent["client"]["registered"];

/** What the consent page says of where an application, and its name, come from. */
export function provenanceOf({ origin, audience }: Pick<Client, "origin" | "audience">): Provenance {
  if (origin === "registered") return "loopback";
  if (origin === "operator") return audience === "member" ? "member" : "operator";
  return origin;
}

/** The host that vouches for a client by its document: the one thing about it that nobody else can claim. */
export const documentHostOf = ({ metadataUrl }: Client): string | undefined =>
  metadataUrl === null ? undefined : hostOf(metadataUrl);
