import { type Sql, sql } from "#database/statements/sql.ts";
import {
  type AddressedKind,
  dividePath,
  pathOfSegment,
  publicAddresses,
} from "#domain/platform/addresses/public-addresses.ts";
import type { Context } from "#domain/platform/context.ts";
import { isListedService } from "../consulting.ts";
import { isVisible } from "#domain/catalog/courses/public-courses.ts";
import { isListedProduct } from "../digital-products.ts";
import { isVisibleEvent } from "../events.ts";
import { isListedLecturer } from "../lecturers.ts";
import { isActivePlan } from "../membership-plans.ts";
import { isPublishedPost } from "../posts/posts.ts";
import { isPublishedPage } from "./pages.ts";

/** Conditions for resources that have a page by direct link. */
const isLive: Record<AddressedKind, (now: Date) => Sql> = {
  course: () => isVisible,
  event: () => isVisibleEvent,
  post: isPublishedPost,
  page: () => isPublishedPage,
  lecturer: () => isListedLecturer,
  membershipPlan: () => isActivePlan,
  digitalProduct: () => isListedProduct,
  consultingService: () => isListedService,
  form: () => sql`forms.status <> 'draft' and forms.deleted_at is null`,
};

/** Members learn in courses that visitors cannot see. */
const isLiveForMembers = { ...isLive, course: () => sql`courses.status = 'published' and courses.deleted_at is null` };

/** Returns which of these paths are the addresses of public resources. At most one statement per kind of resource. */
export async function liveAddresses(
  { db, site, now }: Context,
  paths: readonly string[],
  isForMembers: boolean,
): Promise<ReadonlySet<string>> {
  const conditions = isForMembers ? isLiveForMembers : isLive;
  const segments = Map.groupBy(
    paths.map((path) => dividePath(path) ?? { kind: "page" as const, segment: path }),
    ({ kind }) => kind,
  );
  const live = new Set<string>();
  for (const [kind, some] of segments) {
    const { table, segment: column } = publicAddresses[kind];
    const found = await db.many<{ segment: string }>`
      select ${table}.${column} as segment from ${table}
       where ${table}.site_id = ${site.id} and ${table}.${column} = any(${some.map(({ segment }) => segment)}::text[])
         and ${conditions[kind](now)}`;
    for (const { segment } of found) live.add(pathOfSegment(kind, segment));
  }
  return live;
}
