import { scopeNames, scopes } from "#access/scopes.ts";
import { scopesOfAudience } from "#oauth/applications/application.ts";
import { reviews } from "#oauth/metadata-documents/review.ts";
import type { AdminSectionName } from "#pages/admin/sections.ts";
import { connectAgent } from "#pages/views/admin/applications/connect-agent.ts";
import { documentDetails, type DocumentDetails } from "#pages/views/admin/submissions/document.ts";
import { documentConfirmation } from "#pages/views/admin/submissions/document-confirmation.ts";
import { documentReview } from "#pages/views/admin/submissions/document-review.ts";
import { documents, type Documents } from "#pages/views/admin/submissions/documents.ts";
import { integrations, type Integrations } from "#pages/views/admin/webhooks/integrations.ts";
import type { AdminPage } from "#pages/views/admin/layout.ts";
import { registered } from "#pages/views/admin/applications/registered.ts";
import type { Names } from "./sample-views.ts";

const id = "cli_01k9g2c8p4e6t0v3x5y7z9b1d3";
const at = (hour: number) => new Date(Date.UTC(2026, 10, 18, hour, 5));
const address = { action: `/admin/developers/documents/${id}`, back: `/admin/developers/documents/${id}` };

/** The pages of Developers about applications that the site has not registered itself. */
export const sampleDevelopers = (admin: (section: AdminSectionName) => AdminPage, names: Names): [string, string][] => [
  [
    "admin-agents",
    connectAgent(admin("agents"), {
      integrations: new Map([
        ["claude", true],
        ["chatgpt", false],
      ]),
      admits: () => false,
    }),
  ],
  [
    "admin-integrations",
    integrations(admin("integrations"), {
      integrations: sampleIntegrations(names, 5),
      notice: { kind: "enabled", name: names.client },
    }),
  ],
  ["admin-integrations-200", integrations(admin("integrations"), { integrations: sampleIntegrations(names, 200) })],
  ["admin-integrations-none", integrations(admin("integrations"), { integrations: [] })],
  ["admin-documents", documents(admin("documents"), { ...sampleDocuments(names, 6), saved: true })],
  [
    "admin-documents-200",
    documents(admin("documents"), {
      ...sampleDocuments(names, 200),
      filter: "unreviewed",
      pages: { first: "/admin/developers/documents", next: "/admin/developers/documents?cursor=x" },
    }),
  ],
  [
    "admin-documents-none",
    documents(admin("documents"), { ...sampleDocuments(names, 0), typed: { hosts: "", open: false } }),
  ],
  [
    "admin-documents-wrong",
    documents(admin("documents"), {
      ...sampleDocuments(names, 1),
      typed: { hosts: `apps.example\n${names.path}`, open: false },
      problem: { kind: "syntax", line: 2 },
    }),
  ],
  ["admin-document", documentDetails(admin("documents"), sampleDocument(names))],
  [
    "admin-document-member",
    documentDetails(admin("documents"), {
      ...sampleDocument(names),
      state: "reviewed",
      review: "member",
      audience: "member",
      scopes: scopesOfAudience("member"),
      reviewedAt: at(12),
      reviewer: names.person,
      notice: "reviewed",
    }),
  ],
  [
    "admin-document-blocked",
    documentDetails(admin("documents"), {
      ...sampleDocument(names),
      state: "blocked",
      blockedAt: at(12),
      redirectUris: ["http://127.0.0.1/callback"],
      loopbackOnly: true,
      accepted: false,
      allowed: [],
      scopes: null,
    }),
  ],
  [
    "admin-document-approve",
    documentReview(admin("documents"), {
      ...address,
      name: names.client,
      version: 1,
      redirectUris: sampleDocument(names).redirectUris,
      decision: "approved",
      offered: [],
      picked: [],
      nonePicked: false,
      endsFor: 0,
    }),
  ],
  [
    "admin-document-limit",
    documentReview(admin("documents"), {
      ...address,
      name: names.client,
      version: 1,
      redirectUris: sampleDocument(names).redirectUris,
      decision: "limited",
      offered: scopesOfAudience("operator"),
      picked: ["openid", "courses:read"],
      nonePicked: false,
      endsFor: 1200,
    }),
  ],
  [
    "admin-document-trust",
    documentReview(admin("documents"), {
      ...address,
      name: names.client,
      version: 1,
      redirectUris: sampleDocument(names).redirectUris,
      decision: "member",
      offered: scopesOfAudience("member"),
      picked: [],
      nonePicked: true,
      endsFor: 1200,
    }),
  ],
  [
    "admin-document-block",
    documentConfirmation(admin("documents"), { ...address, what: "block", name: names.client, endsFor: 0 }),
  ],
  [
    "admin-document-forget",
    documentConfirmation(admin("documents"), { ...address, what: "forget", name: names.client, endsFor: 3 }),
  ],
  ["admin-registered", registered(admin("registered"), { ...sampleRegistered(names, 4), deleted: true })],
  [
    "admin-registered-200",
    registered(admin("registered"), {
      ...sampleRegistered(names, 200),
      pages: { first: "/admin/developers/registered", next: `/admin/developers/registered?before=${id}` },
    }),
  ],
  ["admin-registered-none", registered(admin("registered"), sampleRegistered(names, 0))],
];

const sampleIntegrations = (names: Names, count: number): Integrations["integrations"] =>
  Array.from({ length: count }, (_, index) => ({
    slug: `platform-${index}`,
    name: index === 0 ? names.client : `${names.client} ${index + 1}`,
    namePatterns: [names.client, `${names.client} *`],
    redirectUris: [`https://${names.host}${names.path}`],
    scopes: index % 3 === 1 ? ["openid", "email", "courses:read"] : null,
    enabled: index % 2 === 0,
    agentSince: index % 3 === 0 ? at(9) : null,
  }));

const sampleDocument = (names: Names): DocumentDetails => ({
  id,
  metadataUrl: `https://${names.host}${names.path}`,
  host: names.host,
  name: names.client,
  redirectUris: [`https://${names.host}${names.path}`, "http://127.0.0.1/callback"],
  postLogoutRedirectUris: [`https://${names.host}/signed-out`],
  loopbackOnly: false,
  state: "unreviewed",
  review: null,
  audience: "operator",
  scopes: scopeNames.filter((name) => scopes[name].kind === "identity" || name.endsWith("s:read")),
  reviewedAt: null,
  reviewedBy: null,
  blockedAt: null,
  documentFetchedAt: at(9),
  documentExpiresAt: at(10),
  connectedMembers: 1204,
  firstAuthorizedAt: at(8),
  agentSince: at(9),
  version: 3,
  createdAt: at(7),
  accepted: true,
  decisions: reviews,
  allowed: ["openid", "profile", "courses:read"],
  reviewer: undefined,
});

const kinds = [
  { state: "unreviewed", review: null },
  { state: "reviewed", review: "approved" },
  { state: "reviewed", review: "limited" },
  { state: "reviewed", review: "member" },
  { state: "blocked", review: "approved" },
] as const;

const sampleDocuments = (names: Names, count: number): Documents => ({
  typed: { hosts: `${names.host}\napps.example:8443`, open: true },
  saved: false,
  filter: "all",
  applications: Array.from({ length: count }, (_, index) => ({
    ...sampleDocument(names),
    ...kinds[index % 5]!,
    accepted: index % 4 !== 3,
  })),
  pages: {},
});

const sampleRegistered = (names: Names, count: number): Parameters<typeof registered>[1] => ({
  applications: Array.from({ length: count }, (_, index) => ({
    id,
    name: names.client,
    redirectUris: ["http://127.0.0.1:43117/callback", `http://localhost${names.path}`].slice(0, 1 + (index % 2)),
    createdAt: at(7),
    usage: {
      members: index,
      connections: 1,
      lastUsedAt: index % 3 === 2 ? null : at(16),
      agentSince: index % 2 ? at(16) : null,
    },
  })),
  pages: {},
  deleted: false,
});
