import {
  type GivableRole,
  givableRoles,
  type ProvisioningKey,
} from "#domain/people/provisioning/keys/provisioning-key.ts";
import type { Form } from "#oauth/form.ts";

/** Values of the form, as the person typed them. */
export interface KeyValues {
  name: string;
  /** Lines. */
  domains: string;
  roles: readonly GivableRole[];
  groups: Readonly<Record<GivableRole, string>>;
}

const groupsBy = (groupOf: (role: GivableRole) => string): KeyValues["groups"] => ({
  manager: groupOf("manager"),
  lecturer: groupOf("lecturer"),
  teaching_assistant: groupOf("teaching_assistant"),
});

export const emptyValues: KeyValues = { name: "", domains: "", roles: [], groups: groupsBy(() => "") };

export const valuesOf = ({ name, emailDomains, givableRoles: roles, groupRoles }: ProvisioningKey): KeyValues => ({
  name,
  domains: emailDomains.join("\n"),
  roles,
  groups: groupsBy((role) => groupRoles[role] ?? ""),
});

const maxFieldLength = 20_000;

export const valuesIn = (form: Form): KeyValues => {
  const text = (name: string) => (form.get(name) ?? "").replaceAll("\r\n", "\n").slice(0, maxFieldLength);
  return {
    name: text("name"),
    domains: text("domains"),
    roles: givableRoles.filter((role) => form.get(`role.${role}`) === "on"),
    groups: groupsBy((role) => text(`group.${role}`)),
  };
};

/** Returns the values as the operations take them. */
export const inputOf = ({ name, domains, roles, groups }: KeyValues) => ({
  name,
  emailDomains: domains.split(/[\s,]+/).filter((domain) => domain !== ""),
  givableRoles: roles,
  groupRoles: Object.fromEntries(
    Object.entries(groups)
      .map(([role, group]) => [role, group.trim()])
      .filter(([, group]) => group !== ""),
  ),
});
