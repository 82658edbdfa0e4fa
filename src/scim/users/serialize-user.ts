import { hash } from "node:crypto";
import type { ProvisionedMember } from "#domain/people/provisioning/members/provisioned-member.ts";
import { formatId } from "#domain/platform/ids.ts";
import type { Resource } from "../schema/resource-type.ts";
import { enterpriseHandles, enterpriseSchema, userSchema, userType } from "../schema/user-type.ts";
import { prefix } from "../prefix.ts";

export interface GroupOfUser {
  id: string;
  name: string;
}

/** Writes a member as a User (RFC 7643 §4.1). Attributes without a value are left out. */
export function serializeUser(origin: string, member: ProvisionedMember, groups: readonly GroupOfUser[]): Resource {
  const { email, name, givenName, familyName, externalId, phone, locale, timeZone, roles, status } = member;
  const id = formatId("member", member.id);
  const enterprise = enterpriseOf(member);
  const content = {
    schemas: [userSchema, ...(enterprise ? [enterpriseSchema] : [])],
    id,
    ...(externalId !== null && { externalId }),
    userName: email,
    ...((name ?? givenName ?? familyName) !== null && {
      name: {
        ...(name !== null && { formatted: name }),
        ...(familyName !== null && { familyName }),
        ...(givenName !== null && { givenName }),
      },
    }),
    ...(name !== null && { displayName: name }),
    active: status !== "suspended",
    emails: [{ value: email, type: "work", primary: true }],
    ...(phone !== null && { phoneNumbers: [{ value: phone, type: "work", primary: true }] }),
    ...(locale !== null && { preferredLanguage: locale, locale }),
    ...(timeZone !== null && { timezone: timeZone }),
    roles: roles.map((value, index) => ({ value, primary: index === 0 })),
    ...(groups.length > 0 && { groups: groups.map((group) => groupOf(origin, group)) }),
    ...(enterprise && { [enterpriseSchema]: enterprise }),
  };
  return {
    ...content,
    meta: {
      resourceType: userType.name,
      created: member.createdAt.toISOString(),
      lastModified: member.updatedAt.toISOString(),
      location: `${origin}${prefix}/Users/${id}`,
      version: versionOf(content),
    },
  };
}

/** The version covers what the directory sees: activity of the member, which moves the time of change, is no change. */
const versionOf = (content: object): string =>
  `W/"${hash("sha256", JSON.stringify(content), "base64url").slice(0, 27)}"`;

const groupOf = (origin: string, { id, name }: GroupOfUser) => {
  const value = formatId("group", id);
  return { value, $ref: `${origin}${prefix}/Groups/${value}`, display: name, type: "direct" };
};

function enterpriseOf({ customFields }: ProvisionedMember): Resource | undefined {
  const values = Object.entries(enterpriseHandles).flatMap(([attribute, handle]) => {
    const value = customFields[handle];
    return typeof value === "string" ? [[attribute, value] as const] : [];
  });
  return values.length === 0 ? undefined : Object.fromEntries(values);
}
