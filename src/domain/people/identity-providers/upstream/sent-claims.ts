import { asRecord, isRecord } from "#lib/json/is-record.ts";
import { isEmailAddress } from "#domain/platform/email.ts";
import { trimBlank } from "#lib/text/blank.ts";
import { dialects } from "../dialect.ts";
import { domainOf, type IdentityProvider, issuers } from "../provider.ts";

/** Statements of a provider about the person who signed in. */
export interface SentClaims {
  /** `sub`: with the provider, it is the identity. */
  subject: string;
  /** Session at the provider, for logout. */
  session: string | null;
  name: string | null;
  email: string | null;
  /** True if the provider speaks for the domain of the address, and says that the person has it. */
  isProven: boolean;
  groups: readonly string[];
  /** Milliseconds since 1970 at which the person signed in there; null if the provider does not say. */
  signedInAt: number | null;
  /** All claims, without those that only protect the token. */
  all: Readonly<Record<string, unknown>>;
}

/** Statements that were compared with the request. */
export interface ProvenClaims extends SentClaims {
  /** Time of the sign-in that counts here. */
  authenticatedAt: Date;
}

const protective: ReadonlySet<string> = new Set(["nonce", "at_hash", "c_hash", "s_hash", "jti"]);

const maxSubject = 255;
const maxName = 2000;
const maxGroups = 1000;

export function readClaims(provider: IdentityProvider, claims: Readonly<Record<string, unknown>>): SentClaims {
  const text = (name: string, max: number): string | null => {
    const value = claims[name];
    return typeof value === "string" && value !== "" && value.length <= max && isStorable(value) ? value : null;
  };
  const email = text("email", 254)?.normalize("NFC") ?? null;
  const isAddress = email !== null && isEmailAddress(email);
  return {
    subject: text("sub", maxSubject) ?? "",
    session: text("sid", maxSubject),
    name: nameFrom(text("name", maxName)),
    email: isAddress ? email : null,
    isProven: isAddress && isVerified(provider, claims) && speaksFor(provider, email, claims),
    groups: groupsIn(claims, provider.groupsClaim),
    signedInAt: typeof claims["auth_time"] === "number" ? claims["auth_time"] * 1000 : null,
    all: Object.fromEntries(Object.entries(claims).filter(([name]) => !protective.has(name))),
  };
}

const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed();

/** Characters that change the writing direction of neighboring text. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Returns a name as one line of at most 200 characters, like the names that people enter: it is displayed in lists, and
 * stands in the headers of mail. Null if nothing remains.
 */
export function nameFrom(sent: string | null): string | null {
  const line = (sent ?? "")
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replaceAll(directions, "")
    .slice(0, 200);
  // The cut can divide a character.
  const name = trimBlank(line.isWellFormed() ? line : line.slice(0, -1));
  return name === "" ? null : name;
}

/**
 * Microsoft Entra ID sends no `email_verified`. Its claim `xms_edov` says that the owner of the email's domain has
 * verified it.
 */
function isVerified({ preset }: IdentityProvider, claims: Readonly<Record<string, unknown>>): boolean {
  if (claims["email_verified"] === true) return true;
  // Apple documents a Boolean or its text.
  if (preset === "apple") return claims["email_verified"] === "true";
  const edov = claims["xms_edov"];
  return (
    preset === "microsoft" && claims["email_verified"] === undefined && (edov === true || edov === 1 || edov === "1")
  );
}

/**
 * The school has said that the provider speaks for its domains. Apple also speaks for the addresses that it gives out
 * itself, those of its private relay included. Google also speaks for addresses of Gmail, and for
 * those of a Workspace (`hd`). Other addresses at Google have another owner, who may have given them to someone else.
 */
function speaksFor(provider: IdentityProvider, email: string, claims: Readonly<Record<string, unknown>>): boolean {
  const domain = domainOf(email);
  if (provider.domains.includes(domain)) return true;
  if (dialects[provider.preset].mailDomains.includes(domain)) return true;
  if (provider.issuer !== issuers.google) return false;
  return domain === "gmail.com" || claims["hd"] === domain;
}

/** A claim by its name, or in objects: `realm_access.roles`. */
function groupsIn(claims: Readonly<Record<string, unknown>>, path: string): string[] {
  const value = Object.hasOwn(claims, path)
    ? claims[path]
    : path.split(".").reduce<unknown>((found, name) => {
        const record = isRecord(found) ? asRecord(found) : {};
        return Object.hasOwn(record, name) ? record[name] : undefined;
      }, claims);
  const groups = typeof value === "string" ? [value] : Array.isArray(value) ? value : [];
  return groups.filter((group) => typeof group === "string").slice(0, maxGroups);
}
