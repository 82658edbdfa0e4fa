import type { Role } from "#access/roles.ts";
import { inAdminArea } from "#domain/platform/operation.ts";
import type { SiteSettings } from "#domain/platform/site/settings.ts";
import { typedKeys } from "#lib/json/typed-object.ts";
import { type AdminResourceName, adminResourceNames } from "../text/admin-resources.ts";

interface AdminSection {
  path: string;
  group: "site" | "settings" | "developers" | "security";
  /** Visible only if the site has enabled this beta feature. */
  beta?: SiteSettings["betaFeatures"][number];
}

/** True if one of these roles may enter the admin area. */
export const runsTheSite = (roles: readonly Role[]): boolean => roles.some((role) => mayEnter.has(role));

const mayEnter: ReadonlySet<Role> = new Set(inAdminArea.roles);

/** True if one of these roles may open the section. */
export const mayOpen = (roles: readonly Role[], section: AdminSectionName | undefined): boolean =>
  runsTheSite(roles) ||
  (section !== undefined && teacherSections.has(section) && roles.some((role) => teachers.has(role)));

/** Sections about courses. Lecturers and teaching assistants see what belongs to their own courses. */
const teacherSections: ReadonlySet<AdminSectionName> = new Set(["submissions", "progress", "questions"]);

const teachers: ReadonlySet<Role> = new Set(["lecturer", "teaching_assistant"]);

/** Returns the section that a path of the admin area belongs to: the one with the longest matching path. */
export const sectionOf = (path: string): AdminSectionName | undefined =>
  sectionNames
    .filter((name) => path === adminSections[name].path || path.startsWith(`${adminSections[name].path}/`))
    .toSorted((left, right) => adminSections[right].path.length - adminSections[left].path.length)[0];

/** Sections of resources, in the group of the site. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Each resource has its own path.
const resourceSections = Object.fromEntries(
  adminResourceNames.map((name) => [name, { path: `/admin/${name}`, group: "site" }]),
) as { [Name in AdminResourceName]: { path: `/admin/${Name}`; group: "site" } };

/** Admin sections in navigation order. Keys match the catalogue texts. */
export const adminSections = {
  overview: { path: "/admin", group: "site" },
  analytics: { path: "/admin/analytics", group: "site" },
  members: { path: "/admin/members", group: "site" },
  forms: { path: "/admin/forms", group: "site" },
  ...resourceSections,
  progress: { path: "/admin/submissions/students", group: "site" },
  mail: { path: "/admin/settings/mail", group: "settings" },
  signIn: { path: "/admin/settings/sign-in", group: "settings" },
  provisioning: { path: "/admin/settings/provisioning", group: "settings" },
  media: { path: "/admin/settings/media", group: "settings" },
  betaFeatures: { path: "/admin/settings/beta-features", group: "settings" },
  agents: { path: "/admin/developers/agents", group: "developers" },
  applications: { path: "/admin/developers/applications", group: "developers", beta: "mcp_connections" },
  integrations: { path: "/admin/developers/integrations", group: "developers" },
  documents: { path: "/admin/developers/documents", group: "developers" },
  registered: { path: "/admin/developers/registered", group: "developers" },
  apiKeys: { path: "/admin/developers/api-keys", group: "developers" },
  webhooks: { path: "/admin/webhooks", group: "developers" },
  signing: { path: "/admin/security/signing", group: "security" },
  limits: { path: "/admin/security/limits", group: "security" },
  auditLog: { path: "/admin/security/audit-log", group: "security" },
} as const satisfies Record<string, AdminSection>;

export const applicationsPath = adminSections.applications.path;
export const documentsPath = adminSections.documents.path;

export type AdminSectionName = keyof typeof adminSections;

/** Returns the sections that are available with these settings and roles. */
export const sectionsOf = ({ betaFeatures }: SiteSettings, roles: readonly Role[]): AdminSectionName[] =>
  sectionNames.filter((name) => {
    const { beta }: AdminSection = adminSections[name];
    const isOpen = mayOpen(roles, name) || (name === "overview" && roles.some((role) => teachers.has(role)));
    return (beta === undefined || betaFeatures.includes(beta)) && isOpen;
  });

const sectionNames = typedKeys(adminSections);
