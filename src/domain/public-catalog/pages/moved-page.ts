import * as z from "zod";
import { followRedirects, pathWithin, redirectFrom } from "#domain/content/redirects/follow-redirects.ts";
import { maxHops } from "#domain/platform/addresses/decoded-path.ts";
import {
  dividePath,
  isAddressOfResource,
  pathOfSegment,
  type AddressedKind,
  publicAddresses,
} from "#domain/platform/addresses/public-addresses.ts";
import type { Hop } from "#domain/platform/addresses/redirect-queries.ts";
import type { Context } from "#domain/platform/context.ts";
import { forAnyone, operation } from "#domain/platform/operation.ts";
import { type Sql, sql } from "#database/statements/sql.ts";
import { isListedService } from "../consulting.ts";
import { isVisible } from "#domain/catalog/courses/course-conditions.ts";
import { isListedProduct } from "../digital-products.ts";
import { isVisibleEvent } from "../events.ts";
import { isListedLecturer } from "../lecturers.ts";
import { isActivePlan } from "../membership-plans.ts";
import { isPublishedPost } from "../posts/posts.ts";
import { isPublishedPage } from "./pages.ts";

const statuses = z.union([z.literal(301), z.literal(302), z.literal(308)]);

interface Moved {
  to: string;
  status: z.output<typeof statuses>;
}

export const findMovedPage = operation({
  name: "findMovedPage",
  summary: "Resolve a redirect",
  reads: forAnyone,
  input: z.object({ path: z.string().min(1).max(500) }),
  output: z.object({ to: z.string(), status: statuses }).nullable(),
  run: async (context, { path }) => (await resolve(context, path)) ?? (await resolvePart(context, path)),
});

/** Follows the redirect from a path to its end. */
async function resolve(context: Context, path: string, isForMembers = false): Promise<Moved | null> {
  const first = await redirectFrom(context, path);
  if (!first) return null;
  // Stored loops, from before they were refused, are no redirects.
  const { hops, isLoop } = await followRedirects(context, first, maxHops);
  const targets = hops.map(({ to }) => pathWithin(context, to) ?? "");
  const live = await liveAddresses(context, [path, ...targets], isForMembers);
  if (live.has(path)) return null;
  // A page or resource of the school comes before redirects from its address.
  const end = targets.findIndex((target) => live.has(target));
  if (isLoop && end === -1) return null;
  const followed = end === -1 ? hops : hops.slice(0, end + 1);
  const last = followed.at(-1) ?? first;
  // The address of a resource that is no longer public stays unknown.
  if (end === -1 && followed.some(isOfResource)) return null;
  return { to: last.to, status: statusOf(followed) };
}

const isOfResource = ({ resourceId }: Hop): boolean => resourceId != null;

/** Finds the new address of a Markdown version or of a page below the page of a resource. */
async function resolvePart(context: Context, path: string): Promise<Moved | null> {
  const divided = dividePath(path);
  if (!divided || isAddressOfResource(path)) return resolveDocument(context, path);
  const moved = await resolve(context, pathOfSegment(divided.kind, divided.segment), divided.isForMembers);
  const target = moved && dividePath(pathWithin(context, moved.to) ?? "");
  return moved && target?.kind === divided.kind ? { ...moved, to: divided.pathWith(target.segment) } : null;
}

/** Finds the Markdown version of a page of the school. */
async function resolveDocument(context: Context, path: string): Promise<Moved | null> {
  if (!path.endsWith(".md")) return null;
  const moved = await resolve(context, path.slice(0, -".md".length));
  const isOwn = moved && pathWithin(context, moved.to) === moved.to;
  return isOwn ? { ...moved, to: `${moved.to}.md` } : null;
}

/** A chain is temporary if a part of it is, and else keeps the method if a part of it does. */
function statusOf(hops: readonly Hop[]): Moved["status"] {
  const all = new Set(hops.map(({ status }) => status));
  return all.has(302) ? 302 : all.has(308) ? 308 : 301;
}

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
async function liveAddresses(
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
