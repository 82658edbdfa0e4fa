import type { Role } from "#access/roles.ts";
import { emailKey } from "#domain/platform/email.ts";
import type { Preset } from "./dialect.ts";

export { dialects, issuers, type Preset, presets } from "./dialect.ts";

/** Roles by the name of a group at the provider. */
export type GroupRoles = Readonly<Record<string, readonly Role[]>>;

/** An OpenID provider with which people sign in at a school. */
export interface IdentityProvider {
  id: string;
  name: string;
  preset: Preset;
  /** Issuer identifier. It never changes: subjects mean nothing at another issuer. */
  issuer: string;
  /** Empty until the owner has registered the school at the provider. */
  clientId: string;
  /** Sealed: the secret, or the private key that signs secrets. Null for a public client. */
  clientSecret: Buffer | null;
  /** Owner and ID of the private key, at providers that want signed secrets. */
  teamId: string | null;
  keyId: string | null;
  scopes: string[];
  /** Email domains, in ASCII and lower case, whose addresses the provider speaks for. */
  domains: string[];
  groupsClaim: string;
  groupRoles: GroupRoles;
  /** False: only people who are members or invited can sign in. */
  createsMembers: boolean;
  /** True if addresses of its domains cannot sign in with a password. */
  passwordsOff: boolean;
  active: boolean;
}

/** The context of a sealed secret. */
export const boxOfSecret = (siteId: string, providerId: string): string => `identity provider ${siteId} ${providerId}`;

/** Path of the pages of a provider. It has its own redirect address (RFC 9700 §4.4.2.2). */
export const pathOfProvider = (wireId: string): string => `/sign-in/with/${wireId}`;

/** Returns the domain of an address, as it is compared. */
export const domainOf = (email: string): string => {
  const key = emailKey(email.trim());
  return key.slice(key.lastIndexOf("@") + 1);
};

/** Returns the active provider to which the domain of an address belongs. */
export function providerOfDomain<Of extends Pick<IdentityProvider, "domains" | "active">>(
  providers: readonly Of[],
  email: string,
): Of | undefined {
  if (!email.includes("@")) return undefined;
  const domain = domainOf(email);
  return providers.find(({ active, domains }) => active && domains.includes(domain));
}
