import { newId } from "#domain/platform/ids.ts";
import { aDigest, daysAgo, type Kind, type Row } from "./purged-kind.ts";
import { kindsOfSignIn } from "./purged-kinds-of-sign-in.ts";

const token = (kind: "access" | "refresh") => (expiresAt: Date) => ({
  digest: aDigest(),
  familyId: newId(),
  kind,
  scopes: ["openid"],
  createdAt: daysAgo(100),
  expiresAt,
});

export const client = (createdAt: Date): Row => ({
  id: newId(),
  name: "Reader",
  origin: "registered",
  audience: "member",
  tokenEndpointAuthMethod: "none",
  redirectUris: ["http://127.0.0.1/callback"],
  createdAt,
  updatedAt: createdAt,
});

let sequence = 0;
let drafts = 0;
let workDrafts = 0;

const message =
  (result: string) =>
  (receivedAt: Date): Row => ({
    provider: "stripe",
    messageId: newId(),
    type: "charge.refunded",
    payload: {},
    receivedAt,
    result,
  });

export const kinds: readonly Kind[] = [
  {
    name: "authorizations",
    table: "authorizations",
    keptDays: 1,
    row: (expiresAt) => ({
      id: newId(),
      browserDigest: aDigest(),
      clientId: newId(),
      request: {},
      createdAt: daysAgo(100),
      expiresAt,
    }),
  },
  {
    name: "authorizationCodes",
    table: "authorization_codes",
    keptDays: 1,
    row: (expiresAt) => ({
      digest: aDigest(),
      grantId: newId(),
      familyId: newId(),
      clientId: newId(),
      redirectUri: "http://127.0.0.1/callback",
      redirectUriNamed: true,
      scopes: ["openid"],
      codeChallenge: "x",
      resourceNamed: false,
      createdAt: daysAgo(100),
      expiresAt,
    }),
  },
  { name: "tokens", table: "tokens", keptDays: 0, row: token("access") },
  { name: "tokens", table: "tokens", keptDays: 0, row: token("refresh") },
  {
    name: "families",
    table: "families",
    keptDays: 1,
    row: (expiresAt) => ({ id: newId(), grantId: newId(), createdAt: daysAgo(100), expiresAt }),
  },
  {
    name: "sessions",
    table: "sessions",
    keptDays: 1,
    row: (expiresAt, { memberId }) => ({
      id: newId(),
      digest: aDigest(),
      memberId,
      authenticatedAt: daysAgo(100),
      lastSeenAt: daysAgo(100),
      expiresAt,
    }),
  },
  {
    name: "knownBrowsers",
    table: "known_browsers",
    keptDays: 400,
    row: (lastUsedAt, { memberId }) => ({ id: newId(), digest: aDigest(), memberId, lastUsedAt }),
  },
  {
    name: "lectureDrafts",
    table: "lecture_drafts",
    keptDays: 90,
    // An editor has one draft of a lecture.
    row: (seenAt, { memberId, lectureIds }) => {
      const lectureId = lectureIds[drafts++ % lectureIds.length];
      return { id: newId(), lectureId, memberId, seenAt, createdAt: daysAgo(400) };
    },
  },
  {
    name: "workDrafts",
    table: "work_drafts",
    keptDays: 366,
    // An enrollment has one draft for a lecture.
    row: (savedAt, { enrollmentId, lectureIds }) => {
      const lectureId = lectureIds[workDrafts++ % lectureIds.length];
      return { id: newId(), enrollmentId, lectureId, revision: newId(), savedAt };
    },
  },
  ...kindsOfSignIn,
  {
    name: "rateLimits",
    table: "rate_limits",
    keptDays: 0,
    row: (expiresAt) => ({ digest: aDigest(), count: 1, expiresAt }),
  },
  {
    name: "signInAttempts",
    table: "sign_in_attempts",
    installationWide: true,
    keptDays: 0,
    row: (expiresAt) => ({ digest: aDigest(), count: 1, expiresAt }),
  },
  {
    name: "uploads",
    table: "uploads",
    keptDays: 0,
    row: (expiresAt) => ({
      id: newId(),
      filename: "half.mp4",
      contentType: "video/mp4",
      byteSize: 10,
      partSize: 10,
      purpose: "other",
      visibility: "private",
      createdAt: daysAgo(100),
      updatedAt: daysAgo(100),
      expiresAt,
    }),
  },
  {
    name: "begunDownloads",
    table: "begun_downloads",
    keptDays: 0,
    row: (expiresAt) => ({ digest: aDigest(), expiresAt }),
  },
  {
    name: "idempotencyKeys",
    table: "idempotency_keys",
    keptDays: 0,
    row: (expiresAt) => ({ digest: aDigest(), requestDigest: aDigest(), status: 201, expiresAt }),
  },
  {
    name: "jobs",
    table: "jobs",
    keptDays: 30,
    row: (finishedAt) => ({
      id: newId(),
      kind: "import",
      format: "course_folder",
      finishedAt,
      createdAt: daysAgo(100),
      updatedAt: finishedAt,
    }),
  },
  {
    name: "progressReports",
    table: "progress_reports",
    keptDays: 30,
    row: (reportedAt, { enrollmentId }) => ({ enrollmentId, id: newId(), reportedAt }),
  },
  {
    name: "notifications",
    table: "notifications",
    keptDays: 365,
    row: (createdAt, { memberId }) => ({
      id: newId(),
      memberId,
      topic: "announcement",
      title: "x",
      body: "x",
      createdAt,
    }),
  },
  {
    name: "notices",
    table: "notices",
    keptDays: 90,
    row: (createdAt) => ({
      id: newId(),
      cause: newId(),
      topic: "announcement",
      audience: { kind: "members" },
      title: "x",
      body: "x",
      until: createdAt,
      createdAt,
    }),
  },
  {
    name: "webhookDeliveries",
    table: "webhook_deliveries",
    keptDays: 30,
    row: (createdAt, { endpointId }) => ({
      id: newId(),
      endpointId,
      eventId: newId(),
      eventType: "ping",
      createdAt,
      updatedAt: createdAt,
    }),
  },
  {
    name: "events",
    table: "outbox_events",
    keptDays: 30,
    row: (createdAt) => {
      const id = newId();
      return { id, type: "course.created", objectId: id, data: {}, sequence: ++sequence, createdAt };
    },
  },
  {
    name: "auditEntries",
    table: "audit_entries",
    keptDays: 730,
    row: (createdAt) => ({ id: newId(), action: "signIn", actorKind: "person", createdAt }),
  },
  { name: "providerEvents", table: "provider_events", keptDays: 90, row: message("applied") },
  { name: "openProviderEvents", table: "provider_events", keptDays: 365, row: message("unknown") },
  {
    name: "apiKeys",
    table: "api_keys",
    keptDays: 90,
    row: (expiresAt, { memberId }) => ({
      id: newId(),
      memberId,
      name: "Nightly sync",
      ending: "x1y2",
      scopes: ["courses:read"],
      createdAt: daysAgo(400),
      expiresAt,
    }),
  },
  { name: "clientsNeverAuthorized", table: "clients", keptDays: 90, row: client },
];
