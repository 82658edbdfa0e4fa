import { scopeNames, type Scope } from "#access/scopes.ts";
import { scopesOfAudience } from "#oauth/applications/application.ts";
import { application } from "#pages/views/admin/applications/application.ts";
import { applicationChoice } from "#pages/views/admin/applications/application-choice.ts";
import { applicationForm, type ApplicationForm } from "#pages/views/admin/applications/application-form.ts";
import { applicationRemoval } from "#pages/views/admin/applications/application-removal.ts";
import { madeSecret, secretReplacement } from "#pages/views/admin/applications/application-secret.ts";
import { applications, type ApplicationRow } from "#pages/views/admin/applications/applications.ts";
import type { AdminPage } from "#pages/views/admin/layout.ts";
import { sampleLogo } from "./sample-logo.ts";
import type { Names } from "./sample-views.ts";

const id = "cli_01k9g2c8p4e6t0v3x5y7z9b1d3";
const at = new Date(Date.UTC(2026, 10, 18, 7, 5));

const memberScopes: Scope[] = ["openid", "profile", "email", "account:read", "account:write"];

/** The pages of Developers, OAuth applications. */
export const sampleApplications = (page: AdminPage, names: Names): [string, string][] => {
  const redirectUris = [`https://${names.host}${names.path}`, "http://127.0.0.1/callback", "com.example.app:/callback"];
  const shown = {
    id,
    name: names.client,
    description: `${names.client}\n\n${names.person}`,
    audience: "member" as const,
    confidential: true,
    postLogoutRedirectUris: ["https://app.example/signed-out"],
    introspectsAllTokens: true,
    redirectUris,
    scopes: memberScopes,
    logo: sampleLogo,
    previousSecretExpiresAt: at,
    createdAt: at,
    usage: { members: 412, connections: 501, lastUsedAt: at, agentSince: at },
    overlaps: true,
  };
  const unused = { members: 0, connections: 0, lastUsedAt: null, agentSince: null };
  const form: ApplicationForm = {
    action: "/admin/developers/applications/new?audience=member",
    back: "/admin/developers/applications",
    audience: "member",
    offered: scopesOfAudience("member"),
    typed: {
      name: "",
      description: "",
      redirectUris: "",
      postLogoutRedirectUris: "",
      introspectsAllTokens: false,
      scopes: ["openid", "profile"],
      confidential: undefined,
    },
    problems: [],
    of: { kind: "new", id },
  };
  const postLogoutRedirectUris = shown.postLogoutRedirectUris.join("\n");
  const typed = { ...shown, redirectUris: redirectUris.join("\n"), postLogoutRedirectUris };
  const existing = { kind: "existing", name: names.client, version: 3, confidential: true, hasLogo: true } as const;
  const everything = [
    "name",
    "description",
    "redirectUris",
    "postLogoutRedirectUris",
    "introspectsAllTokens",
    "confidential",
    "scopes",
    "logo",
  ] as const;
  return [
    ["admin-applications-empty", applications(page, { applications: [], pages: {}, deleted: true })],
    ["admin-applications", applications(page, { applications: rows(names, 3), pages: {}, deleted: false })],
    [
      "admin-applications-200",
      applications(page, {
        applications: rows(names, 200),
        pages: { next: "/admin/developers/applications?before=x", first: "/admin/developers/applications" },
        deleted: false,
      }),
    ],
    ["admin-application-choice", applicationChoice(page)],
    ["admin-application-new", applicationForm(page, form)],
    [
      "admin-application-new-operator",
      applicationForm(page, { ...form, audience: "operator", offered: scopesOfAudience("operator") }),
    ],
    [
      "admin-application-wrong",
      applicationForm(page, {
        ...form,
        typed: { ...typed, scopes: [], confidential: undefined },
        problems: everything.map((field) => ({ field, code: "other", line: 2 })),
      }),
    ],
    ["admin-application-edit", applicationForm(page, { ...form, typed, of: existing })],
    ["admin-application-conflict", applicationForm(page, { ...form, typed, of: existing, conflict: true })],
    ["admin-application", application(page, { ...shown, notice: "created" })],
    [
      "admin-application-operator",
      application(page, {
        ...shown,
        audience: "operator",
        confidential: false,
        description: "",
        logo: null,
        scopes: scopeNames.filter((scope) => !scope.startsWith("account:")),
        previousSecretExpiresAt: null,
        overlaps: false,
        usage: unused,
      }),
    ],
    [
      "admin-application-secret",
      madeSecret(page, { id, name: names.client, secret: `lcs_${"Zx9".repeat(14)}w`, until: at }),
    ],
    ["admin-application-replace", secretReplacement(page, { id, name: names.client, version: 1, previousUntil: at })],
    [
      "admin-application-delete",
      applicationRemoval(page, { action: "", back: "/", name: names.client, members: 1001 }),
    ],
  ];
};

const rows = (names: Names, count: number): ApplicationRow[] =>
  Array.from({ length: count }, (_, index) => ({
    id,
    name: index === 0 ? names.client : `${names.client} ${index + 1}`,
    audience: index % 3 === 1 ? ("operator" as const) : ("member" as const),
    confidential: index % 2 === 0,
    logo: index % 3 === 0 ? sampleLogo : null,
    usage: {
      members: index * 700,
      connections: index,
      lastUsedAt: index % 3 === 2 ? null : at,
      agentSince: index % 3 ? at : null,
    },
  }));
