import type { MemberContext } from "#member/builder.ts";
import { callerOf } from "#http/bearer.ts";
import { formatId } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { findTokenStatus } from "#oauth/token-status.ts";
import { database } from "../../support/databases/database.ts";
import { storage } from "../../support/worlds/storage.ts";
import { enroll, watch } from "./enrolled.ts";
import { attend, book, giveProduct, giveSessions, notify } from "./own-items.ts";
import type { KnownTexts } from "./random-input.ts";
import { aReader } from "./reader.ts";

const count = 6;

/** A member with several items of each kind, the context of their requests, and IDs and cursors to ask for. */
export async function aFilledMember() {
  const { site, member, bearer, read } = await aReader();
  const ids = [member.sub, formatId("site", site.id), "enr_unknown"];
  for (let index = 0; index < count; index++) {
    const course = await enroll(site, member, { daysAgo: index });
    await watch(site, course, 10 * index);
    const product = await giveProduct(site, member, { product: { downloadLimit: index === 0 ? 3 : null } });
    const sessions = await giveSessions(site, member);
    ids.push(
      formatId("enrollment", course.enrollmentId),
      formatId("digitalProductGrant", product.grantId),
      formatId("consultingGrant", sessions.grantId),
      formatId("lecturer", sessions.lecturerId),
      formatId("consultingBooking", await book(site, member, sessions, index - 2)),
      formatId("eventRegistration", (await attend(site, member, 24 * (index - 2), {})).registrationId),
      await notify(site, member, index),
    );
  }
  const page = "(first: 3) { pageInfo { startCursor endCursor } }";
  const lists = ["enrolledCourses", "digitalProducts", "consultingServices", "eventRegistrations"];
  const { viewer, notifications } = await read<{ viewer: Record<string, Connection>; notifications: Connection }>(
    `{ viewer { ${lists.map((list) => list + page).join(" ")} } notifications${page} }`,
  );
  const cursors = [...Object.values(viewer), notifications].flatMap(({ pageInfo }) => Object.values(pageInfo));
  const known: KnownTexts = { ids, cursors };
  const context = site.context();
  const tokenStatus = await mustExist(findTokenStatus(context, bearer, context.now));
  const memberContext: MemberContext = {
    ...context,
    db: database,
    storage,
    caller: callerOf(tokenStatus),
    tokenStatus,
    requested: new Set(),
  };
  return { site, bearer, known, context: memberContext };
}

interface Connection {
  pageInfo: { startCursor: string; endCursor: string };
}
