import type { Client } from "#oauth/clients/client.ts";
import type { Consent } from "./views/consent.ts";

type Provenance = Consent["client"]["registered"];

/** What the consent page says of where an application, and its name, come from. */
export function provenanceOf({ origin, audience }: Pick<Client, "origin" | "audience">): Provenance {
  if (origin === "registered") return "loopback";
  if (origin === "operator") return audience === "member" ? "member" : "operator";
  return origin;
}
