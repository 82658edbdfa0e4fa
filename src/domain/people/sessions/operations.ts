import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { selfOf } from "#domain/platform/callers/own-session.ts";
import { about } from "#domain/platform/audit/about.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { listing, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import * as queries from "./queries.ts";
import { OwnSession } from "./session.ts";

const ownSessions = listing<OwnSession>({
  kind: "session",
  table: sql`sessions`,
  columns: sql`sessions.id, user_agent, address, authenticated_at, last_seen_at`,
  sorts: { lastSeenAt: "timestamptz" },
  defaultSort: "-lastSeenAt",
  filters: {},
  keepsDeleted: false,
});

export const listOwnSessions = operation({
  name: "listOwnSessions",
  summary: "List the member's sessions",
  description: "Most recently used first.",
  reads: { only: ["session"] },
  input: ownSessions.input,
  output: pageSchemaOf(OwnSession),
  run(context, input) {
    const { memberId, roles } = selfOf(context);
    return ownSessions.page(context, input, { of: queries.liveSessionsOf(context, memberId, roles) });
  },
});

export const signOut = operation({
  name: "signOut",
  summary: "Sign out of this browser",
  writes: { only: ["session"] },
  input: z.object({}),
  output: z.object({ sessionId: Id("session") }),
  async run(context) {
    const { sessionId, memberId } = selfOf(context);
    await queries.revokeSession(context, sessionId, memberId);
    return { sessionId };
  },
  audit: (_input, { sessionId }) => about("session", sessionId),
});

export const revokeOwnSession = operation({
  name: "revokeOwnSession",
  summary: "Sign out of another browser",
  writes: { only: ["session"] },
  input: z.object({ sessionId: Id("session") }),
  output: z.object({}),
  async run(context, { sessionId }) {
    const revoked = await queries.revokeSession(context, sessionId, selfOf(context).memberId);
    if (!revoked) throw notFound("session", formatId("session", sessionId));
    return {};
  },
  audit: ({ sessionId }) => about("session", sessionId),
});

export const revokeOtherSessions = operation({
  name: "revokeOtherSessions",
  summary: "Sign out of all other browsers",
  writes: { only: ["session"] },
  input: z.object({}),
  output: z.object({ revoked: z.number().int().min(0) }),
  async run(context) {
    const { sessionId, memberId } = selfOf(context);
    return { revoked: await queries.revokeOtherSessions(context, sessionId, memberId) };
  },
  audit: (_input, { revoked }) => ({ details: { revoked } }),
});
