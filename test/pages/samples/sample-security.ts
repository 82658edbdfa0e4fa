import { auditLog, type AuditLog } from "#pages/views/admin/audit/audit-log.ts";
import type { AuditRow } from "#pages/views/admin/audit/audit-entry.ts";
import { limits, type Limits } from "#pages/views/admin/settings/limits.ts";
import { signing } from "#pages/views/admin/settings/signing.ts";
import type { AdminPage } from "#pages/views/admin/layout.ts";
import type { AdminSectionName } from "#pages/admin/sections.ts";
import type { Names } from "./sample-views.ts";

const at = (hour: number) => new Date(Date.UTC(2026, 10, 18, hour, 5));
const kid = (end: string) => `01k9g2c8p4e6t0v3x5y7z9b1${end}`;

/** The pages of Security. */
export const sampleSecurity = (admin: (section: AdminSectionName) => AdminPage, names: Names): [string, string][] => [
  ["admin-signing", signing(admin("signing"), { state: "on", keys: [key("a1", "signing")] })],
  [
    "admin-signing-rotated",
    signing(admin("signing"), {
      state: "published",
      keys: [key("c3", "next"), key("b2", "signing"), key("a1", "retiring")],
      notice: "rotated",
    }),
  ],
  ["admin-signing-off", signing(admin("signing"), { state: "off", keys: [], notice: "saved" })],
  ["admin-limits", limits(admin("limits"), sampleLimits)],
  [
    "admin-limits-wrong",
    limits(admin("limits"), {
      ...sampleLimits,
      limits: { ...sampleLimits.limits, accessTokenLifetime: { amount: "2.5", unit: "days" } },
      wrong: ["accessTokenLifetime"],
    }),
  ],
  ["admin-audit", auditLog(admin("auditLog"), sampleLog(names, 7))],
  [
    "admin-audit-200",
    auditLog(admin("auditLog"), {
      ...sampleLog(names, 200),
      typed: { action: "registerClient", member: names.email, application: names.path, from: "2026-11-01" },
      pages: { first: "/admin/security/audit-log", next: "/admin/security/audit-log?cursor=x" },
    }),
  ],
  [
    "admin-audit-none",
    auditLog(admin("auditLog"), {
      entries: [],
      typed: { member: names.email, from: "yesterday" },
      wrong: ["member", "from"],
      pages: {},
    }),
  ],
];

const key = (end: string, state: "next" | "signing" | "retiring") => ({
  kid: kid(end),
  alg: "ES256",
  state,
  createdAt: at(3),
  activeFrom: state === "next" ? at(20) : at(3),
  retiresAt: state === "next" ? null : at(21),
});

const sampleLimits: Limits = {
  limits: {
    sessionLifetime: { amount: "30", unit: "days" },
    accessTokenLifetime: { amount: "2", unit: "hours" },
    refreshTokenLifetime: { amount: "60", unit: "days" },
    refreshTokenGrace: { amount: "10", unit: "seconds" },
    authorizationRequestLifetime: { amount: "15", unit: "minutes" },
    authorizationCodeLifetime: { amount: "60", unit: "seconds" },
  },
  counts: { registrationsPerHour: "300" },
  choices: {
    openSignUp: true,
    disconnectAppsOnPasswordReset: false,
    lecturersSeeEmail: false,
    mcpPseudonyms: false,
  },
  wrong: [],
  saved: false,
};

const sampleLog = (names: Names, count: number): AuditLog => ({
  entries: Array.from({ length: count }, (_, index) => kindsOf(names)[index % 7]!),
  typed: {},
  wrong: [],
  pages: {},
});

const kindsOf = (names: Names): AuditRow[] => {
  const person = { id: "mbr_01k9g2c8p4e6t0v3x5y7z9b1d3", name: names.person, email: names.email };
  const client = { id: "cli_01k9g2c8p4e6t0v3x5y7z9b1d3", name: names.client };
  const entry = {
    id: "aud_01k9g2c8p4e6t0v3x5y7z9b1d3",
    member: null,
    client: null,
    thing: null,
    details: {},
    address: "2001:db8:1234:5678:9abc:def0:1234:5678",
    requestId: "0199f3c8-6a51-7c1e-9b0e-4b1d7b2f6a3d",
    at: at(16),
  };
  return [
    {
      ...entry,
      action: "registerClient",
      actorKind: "anonymous",
      client,
      resource: { type: "client", id: client.id, name: client.name },
      details: {
        name: names.client,
        redirectUris: [`https://${names.host}${names.path}`, "http://127.0.0.1/callback"],
      },
    },
    {
      ...entry,
      action: "signIn",
      actorKind: "anonymous",
      member: person,
      resource: { type: "member", id: person.id, name: person.name },
    },
    {
      ...entry,
      action: "setMemberRoles",
      actorKind: "person",
      member: { ...person, name: null },
      resource: { type: "member", id: "mbr_01k9g2c8p4e6t0v3x5y7z9b1d4", name: names.person },
      details: { roles: ["lecturer"], before: ["student", "lecturer"] },
    },
    {
      ...entry,
      action: "publishCourse",
      actorKind: "client",
      member: person,
      client,
      resource: { type: "course", id: "crs_01k9g2c8p4e6t0v3x5y7z9b1d3", name: null },
      details: { tool: "set_course_state" },
    },
    {
      ...entry,
      action: "changeSettings",
      actorKind: "cli",
      resource: { type: "site", id: "sit_01k9g2c8p4e6t0v3x5y7z9b1d3", name: null },
      details: { signing: "on", betaFeatures: [], limits: { [names.path]: 1 } },
      address: null,
      requestId: null,
    },
    {
      ...entry,
      action: "endReplayedTokens",
      actorKind: "system",
      member: { ...person, name: null, email: null },
      client: { ...client, name: null },
      resource: { type: "grant", id: "gra_01k9g2c8p4e6t0v3x5y7z9b1d3", name: null },
      details: { replayed: "refresh_token" },
    },
    {
      ...entry,
      action: "ofAnEarlierVersion",
      actorKind: "anonymous",
      resource: { type: "scroll", id: null, name: null },
    },
  ];
};
