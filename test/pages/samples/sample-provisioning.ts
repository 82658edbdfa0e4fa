import { emptyValues, valuesOf } from "#pages/admin/provisioning/form-values.ts";
import type { AdminSectionName } from "#pages/admin/sections.ts";
import type { AdminPage } from "#pages/views/admin/layout.ts";
import { keySettings, madeKey, newKeyForm } from "#pages/views/admin/provisioning/key-form.ts";
import { keyList } from "#pages/views/admin/provisioning/keys.ts";
import type { Names } from "./sample-views.ts";

const at = (hour: number) => new Date(Date.UTC(2026, 10, 18, hour, 5));
const id = "pvk_01k9g2c8p4e6t0v3x5y7z9b1d3";

/** The pages of directories that provision members. */
export function sampleProvisioning(admin: (section: AdminSectionName) => AdminPage, names: Names): [string, string][] {
  const page = admin("provisioning");
  const key = {
    id,
    name: names.client,
    ending: "x1y2",
    emailDomains: ["school.example", `${"long-".repeat(11)}name.example`],
    givableRoles: ["lecturer" as const],
    groupRoles: { manager: names.client },
    memberName: names.person,
    memberEmail: null,
    createdAt: at(1),
    revokedAt: null,
    lastUsedAt: at(9),
    lastUsedAddress: "2001:db8::17",
  };
  const keys = [key, { ...key, revokedAt: at(3), lastUsedAt: null, lastUsedAddress: null }];
  const form = { id, values: emptyValues, wrong: [], proof: "password" as const };
  const settings = {
    key,
    values: valuesOf(key),
    wrong: [],
    isSaved: true,
    mayChange: true,
    proof: "password" as const,
  };
  return [
    ["admin-provisioning", keyList(page, { keys, pages: {}, mayChange: true, notice: "revoked" })],
    ["admin-provisioning-none", keyList(page, { keys: [], pages: {}, mayChange: false, notice: undefined })],
    ["admin-provisioning-new", newKeyForm(page, form)],
    ["admin-provisioning-wrong", newKeyForm(page, { ...form, wrong: ["name", "domains", "groups", "password"] })],
    ["admin-provisioning-missing", newKeyForm(page, { ...form, proof: "missing" })],
    ["admin-provisioning-key", keySettings(page, settings)],
    ["admin-provisioning-replaced", keySettings(page, { ...settings, isSaved: false, wrong: ["replaced"] })],
    ["admin-provisioning-made", madeKey(page, { id, name: names.client, key: `lpk_${"aB3-".repeat(10)}9wX` })],
  ];
}
