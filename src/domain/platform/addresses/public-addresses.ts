import { type Sql, sql } from "#database/statements/sql.ts";
import type { IdKind } from "#domain/platform/ids.ts";
import { typedEntries, typedKeys } from "#lib/json/typed-object.ts";

/** A kind of resource that has public pages with a slug in their addresses. */
interface PublicAddress {
  table: Sql;
  /** Path before the slug. Empty for pages, which have a whole path. */
  folder: string;
  /** Column of the slug or path. */
  segment: Sql;
  /** Condition for resources whose address visitors may know. */
  wasPublic: Sql;
}

const published = { segment: sql`slug`, wasPublic: sql`published_at is not null` };
const left = { segment: sql`slug`, wasPublic: sql`status <> 'draft'` };

/** Kinds of resources whose old addresses redirect. A test compares them with the unique slugs of the schema. */
export const publicAddresses = {
  course: { table: sql`courses`, folder: "/courses/", ...published },
  event: { table: sql`events`, folder: "/events/", ...published },
  post: { table: sql`posts`, folder: "/posts/", ...published },
  page: { table: sql`pages`, folder: "", ...published, segment: sql`path` },
  lecturer: { table: sql`lecturers`, folder: "/lecturers/", segment: sql`slug`, wasPublic: sql`visible` },
  membershipPlan: { table: sql`membership_plans`, folder: "/membership-plans/", ...left },
  digitalProduct: { table: sql`digital_products`, folder: "/digital-products/", ...published },
  consultingService: { table: sql`consulting_services`, folder: "/consulting/", ...published },
  form: { table: sql`forms`, folder: "/forms/", ...left },
} as const satisfies Partial<Record<IdKind, PublicAddress>>;

export type AddressedKind = keyof typeof publicAddresses;

export const addressedKinds = typedKeys(publicAddresses);

export const hasPublicAddress = (kind: IdKind): kind is AddressedKind => Object.hasOwn(publicAddresses, kind);

/** Returns the path of a resource with this slug or path. */
export const pathOfSegment = (kind: AddressedKind, segment: string): string =>
  `${publicAddresses[kind].folder}${segment}`;

/** The address of a resource within the path of one of its pages or documents. */
export interface DividedPath {
  kind: AddressedKind;
  segment: string;
  /** Only signed-in members open the page. */
  isForMembers: boolean;
  /** Replaces the segment in the path. */
  pathWith: (segment: string) => string;
}

/** Path before the slug, without slashes: `courses`. Learning pages name a course too. */
const kindOfFolder: ReadonlyMap<string, AddressedKind> = new Map([
  ...typedEntries(publicAddresses).flatMap(([kind, { folder }]) =>
    folder === "" ? [] : [[folder.slice(1, -1), kind] as const],
  ),
  ["learn", "course"],
]);

/**
 * Finds the slug in the path of a public page, of its Markdown version or of a page below it: `/courses/sailing`,
 * `/courses/sailing.md`, `/courses/sailing/reviews` and `/learn/sailing`. Undefined for other paths. `path` is decoded.
 */
export function dividePath(path: string): DividedPath | undefined {
  const [, folder = "", segment = "", rest = ""] = /^\/([^/]+)\/([^/]+?)(\.md|\/.*)?$/.exec(path) ?? [];
  const kind = kindOfFolder.get(folder);
  const isForMembers = folder === "learn";
  return kind && { kind, segment, isForMembers, pathWith: (other) => `/${folder}/${other}${encodeURI(rest)}` };
}

/** True for a path that only the page of a resource with a slug has. */
export function isAddressOfResource(path: string): boolean {
  const divided = dividePath(path);
  return divided !== undefined && pathOfSegment(divided.kind, divided.segment) === path;
}
