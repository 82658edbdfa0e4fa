import { inOrder, type Role } from "#access/roles.ts";
import type { Context } from "#domain/platform/context.ts";
import { emailKey } from "#domain/platform/email.ts";
import { formatId } from "#domain/platform/ids.ts";
import { type Preset, presets } from "./dialect.ts";
import type { SamlSettings } from "./saml/saml-settings.ts";

export { dialects, issuers, maxAgeOfSignIn, type Preset, presets } from "./dialect.ts";

/** Providers that an owner can choose: a preset of OpenID Connect, or any provider with SAML. */
export const providerChoices = [...presets, "saml"] as const;
export type ProviderChoice = (typeof providerChoices)[number];

/** Roles by the name of a group at the provider. */
export type GroupRoles = Readonly<Record<string, readonly Role[]>>;

export const rolesOfGroups = (groupRoles: GroupRoles, groups: readonly string[]): Role[] =>
  inOrder([...new Set(groups.flatMap((group) => (Object.hasOwn(groupRoles, group) ? (groupRoles[group] ?? []) : [])))]);

/** `openid`: OpenID Connect. `saml`: SAML 2.0. */
export const protocols = ["openid", "saml"] as const;
export type Protocol = (typeof protocols)[number];

/** A provider with which people sign in at a school. */
export interface IdentityProvider {
  id: string;
  name: string;
  protocol: Protocol;
  preset: Preset;
  /**
   * Issuer identifier, or entity ID. It never changes: subjects mean nothing at another issuer. Empty until the metadata
   * of a SAML provider is known.
   */
  issuer: string;
  /** Empty until the owner has registered the school at the provider, and always empty for SAML. */
  clientId: string;
  /**
   * Sealed: the secret, or the private key that signs secrets. Null for a public client. With SAML, the private key of the
   * school for this provider.
   */
  clientSecret: Buffer | null;
  /** Owner and ID of the private key, at providers that want signed secrets. */
  teamId: string | null;
  keyId: string | null;
  /** Settings of SAML; null for other protocols. */
  saml: SamlSettings | null;
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

/** Returns whether people can be sent to the provider. */
export const isReady = ({
  clientId,
  clientSecret,
  saml,
}: Pick<IdentityProvider, "clientId" | "clientSecret" | "saml">) =>
  saml ? saml.certificates.length > 0 && clientSecret !== null : clientId !== "";

/** The context of a sealed secret. */
export const boxOfSecret = (siteId: string, providerId: string): string => `identity provider ${siteId} ${providerId}`;

/** Path of the pages of a provider. It has its own redirect address (RFC 9700 §4.4.2.2). */
export const pathOfProvider = (wireId: string): string => `/sign-in/with/${wireId}`;

/** Addresses of the school that an owner enters at a provider, by their name in the texts of pages. */
export type ProviderAddresses =
  | Record<"redirectAddress" | "backChannel" | "frontChannel", string>
  | Record<"metadataAddress" | "consumerAddress" | "logoutAddress", string>;

export function addressesOfProvider(
  context: Pick<Context, "site">,
  { id, protocol }: Pick<IdentityProvider, "id" | "protocol">,
): ProviderAddresses {
  if (protocol === "openid") {
    const base = baseOf(context, id);
    return {
      redirectAddress: redirectAddress(context, id),
      backChannel: `${base}/back-channel-logout`,
      frontChannel: `${base}/front-channel-logout`,
    };
  }
  const { entity, consumer, logout } = samlAddresses(context, id);
  return { metadataAddress: entity, consumerAddress: consumer, logoutAddress: logout };
}

/** The redirect address of an OpenID provider. */
export const redirectAddress = (context: Pick<Context, "site">, providerId: string): string =>
  `${baseOf(context, providerId)}/callback`;

const baseOf = ({ site }: Pick<Context, "site">, providerId: string): string =>
  `${site.origin}${pathOfProvider(formatId("identityProvider", providerId))}`;

/** Addresses of the school as a service provider. Each provider has its own, so that no message fits another one. */
export interface SamlAddresses {
  /** Address of the metadata, which is the entity ID too. */
  entity: string;
  /** The assertion consumer service (HTTP-POST binding). */
  consumer: string;
  /** The single logout service (HTTP-Redirect and HTTP-POST bindings). */
  logout: string;
}

export function samlAddresses(context: Pick<Context, "site">, providerId: string): SamlAddresses {
  const base = baseOf(context, providerId);
  return { entity: `${base}/metadata`, consumer: `${base}/acs`, logout: `${base}/single-logout` };
}

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
