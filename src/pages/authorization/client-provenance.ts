import type { Client } from "#oauth/clients/client.ts";
import { hostOf } from "#oauth/metadata-documents/admitted-hosts.ts";
import type { Consent } from "../views/sign-in/consent.ts";

type Provenance = Consent["client"]["registered"];

/** Classifies the provenance of a client for the consent page. */
export function provenanceOf({ origin, audience }: Pick<Client, "origin" | "audience">): Provenance {
  if (origin === "registered") return "loopback";
  if (origin === "operator") return audience === "member" ? "member" : "operator";
  if (origin === "api_key") throw new Error("API keys get no consent page.");
  return origin;
}

/** Returns the host of the client's metadata document: the only property that other clients cannot claim. */
export const documentHostOf = ({ metadataUrl }: Client): string | undefined =>
  metadataUrl === null ? undefined : hostOf(metadataUrl);
