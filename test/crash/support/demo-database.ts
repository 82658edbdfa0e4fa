import { connect } from "#database/connection/connect.ts";
import type { Database } from "#database/database.ts";
import { insertAccount } from "#domain/people/accounts/queries.ts";
import { insertSession } from "#domain/people/sessions/queries.ts";
import { newId } from "#domain/platform/ids.ts";
import { findSiteByHost } from "#domain/platform/site/queries.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { cookieName } from "#http/cookies.ts";
import type { DemoServer } from "../../support/worlds/demo-server.ts";
import { joinSite } from "../../../src/domain/people/members/access/join-site.ts";

/** Reads and changes the database of the running server. */
export async function inDatabase<Result>(
  { env, site: { origin } }: DemoServer,
  work: (database: Database, site: Site) => Promise<Result>,
): Promise<Result> {
  const location = { databaseUrl: undefined, dataFolder: env["LECTERN_DATA"]! };
  const connection = await connect(location, { role: "command", log: () => {} });
  try {
    const { database } = connection;
    return await work(database, (await findSiteByHost(database, new URL(origin).host))!);
  } finally {
    await connection.close();
  }
}

/** The cookie of a session. */
export interface SignedIn {
  cookie: string;
  secret: string;
}

/** A student with a new account and a session. */
export async function aSignedInStudent(database: Database, site: Site): Promise<{ id: string; session: SignedIn }> {
  const [accountId, now] = [newId(), new Date()];
  const email = `student-${accountId}@example.test`;
  const account = { id: accountId, email, emailVerifiedAt: now, passwordHash: null, locale: null, createdAt: now };
  const joining = { accountId, email, name: "Ana Lima", roles: ["student" as const] };
  return database.transaction(async (db) => {
    await insertAccount(db, account);
    const { id } = (await joinSite({ db, site }, joining, now)).member;
    const caller = { kind: "system" as const };
    const context = { db, site, caller, now, requestId: null, address: null };
    const secret = await insertSession(context, { memberId: id, userAgent: "Test", address: "127.0.0.1" });
    return { id, session: { cookie: cookieName(site, "session"), secret } };
  });
}
