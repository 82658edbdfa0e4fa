import type * as z from "zod";
import { type Role, roles } from "#access/roles.ts";
import type { listIdentityProviders } from "#domain/people/identity-providers/save-provider.ts";
import type { Form } from "#oauth/form.ts";

export type VisibleProvider = z.output<typeof listIdentityProviders.output>[number];

/** Fields of the form, in its order. */
export const textFields = [
  "name",
  "clientId",
  "teamId",
  "keyId",
  "scopes",
  "metadata",
  "domains",
  "groupsClaim",
  "groupRoles",
] as const;
export const checkFields = ["keepsCertificates", "createsMembers", "passwordsOff", "active"] as const;

export type TextField = (typeof textFields)[number];
export type CheckField = (typeof checkFields)[number];

export interface FormValues {
  texts: Readonly<Record<TextField, string>>;
  checks: Readonly<Record<CheckField, boolean>>;
}

export const valuesOf = (provider: VisibleProvider): FormValues => ({
  texts: {
    name: provider.name,
    clientId: provider.clientId,
    teamId: provider.teamId ?? "",
    keyId: provider.keyId ?? "",
    scopes: provider.scopes.join(" "),
    // Not stored: an owner enters it again to change what was read from it.
    metadata: "",
    domains: provider.domains.join("\n"),
    groupsClaim: provider.groupsClaim,
    groupRoles: Object.entries(provider.groupRoles)
      .map(([group, given]) => `${group} = ${given.join(" ")}`)
      .join("\n"),
  },
  checks: { ...provider, keepsCertificates: false },
});

const maxLength = 50_000;
/** As much as is read from an address. The metadata of AD FS and Entra ID has up to 80,000 characters. */
const maxMetadata = 256 * 1024;

export const valuesIn = (form: Form): FormValues => {
  const text = (name: string, max = maxLength) => (form.get(name) ?? "").replaceAll("\r\n", "\n").slice(0, max);
  return {
    texts: {
      name: text("name"),
      clientId: text("clientId"),
      teamId: text("teamId"),
      keyId: text("keyId"),
      scopes: text("scopes"),
      metadata: text("metadata", maxMetadata),
      domains: text("domains"),
      groupsClaim: text("groupsClaim"),
      groupRoles: text("groupRoles"),
    },
    checks: {
      keepsCertificates: form.get("keepsCertificates") === "on",
      createsMembers: form.get("createsMembers") === "on",
      passwordsOff: form.get("passwordsOff") === "on",
      active: form.get("active") === "on",
    },
  };
};

/** Returns the values as the operation takes them. Lines that cannot be read are refused by it. */
export const inputOf = ({ texts, checks }: FormValues): Record<TextField | CheckField, unknown> => ({
  name: texts.name,
  clientId: texts.clientId,
  teamId: texts.teamId,
  keyId: texts.keyId,
  scopes: wordsIn(texts.scopes),
  metadata: texts.metadata.trim(),
  domains: wordsIn(texts.domains),
  groupsClaim: texts.groupsClaim.trim(),
  groupRoles: Object.fromEntries(linesIn(texts.groupRoles).map(groupIn)),
  ...checks,
});

const wordsIn = (text: string): string[] => text.split(/[\s,]+/).filter((word) => word !== "");
const linesIn = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** `teachers = lecturer`. A group can have an equals sign itself. */
function groupIn(line: string): [group: string, given: (Role | "")[]] {
  const at = line.lastIndexOf("=");
  const rolesOfGroup = wordsIn(line.slice(at + 1)).map(
    (word) => roles.find((role) => role === word.toLowerCase()) ?? "",
  );
  return at === -1 ? [line, []] : [line.slice(0, at).trim(), rolesOfGroup];
}
