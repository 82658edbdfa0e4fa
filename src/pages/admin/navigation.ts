import type { Caller } from "#access/caller.ts";
import type { Role } from "#access/roles.ts";
import type { Locale } from "#domain/platform/site/locales.ts";
import type { SiteSettings } from "#domain/platform/site/settings.ts";
import { textFor } from "../text/catalogue.ts";
import { derivedPages } from "./derived/addresses.ts";
import { type JobGroup, jobGroups } from "./derived/resource.ts";
import { adminResourceOf, mayOpenPage, nameOfMany, nameOfOne, objectOfPage, pageAt } from "./derived/resources.ts";
import { adminSections, type AdminSectionName, sectionsOf } from "./sections.ts";

export interface NavigationGroup {
  name: JobGroup;
  entries: readonly NavigationEntry[];
}

interface NavigationEntry {
  href: string;
  name: string;
}

/** The groups of the pages with routes of their own. */
const groupsOfSections: Readonly<Record<AdminSectionName, JobGroup>> = {
  overview: "today",
  analytics: "insight",
  members: "people",
  forms: "publish",
  certificates: "teach",
  comments: "teach",
  enrollment: "settings",
  orders: "sell",
  payments: "sell",
  progress: "teach",
  questions: "teach",
  reviews: "teach",
  submissions: "teach",
  mail: "settings",
  signIn: "settings",
  provisioning: "settings",
  media: "settings",
  betaFeatures: "settings",
  agents: "developers",
  applications: "developers",
  integrations: "developers",
  documents: "developers",
  registered: "developers",
  apiKeys: "developers",
  webhooks: "developers",
  signing: "settings",
  limits: "settings",
  auditLog: "insight",
};

/** The pages that people open most, first in their group. The others follow. */
const daily: readonly string[] = [
  "courses",
  "submissions",
  "submissions/students",
  "questions",
  "comments",
  "reviews",
  "certificates",
  "lecturers",
  "members",
  "students",
  "invitations",
  "enrollments",
  "groups",
  "orders",
  "coupons",
  "membership_plans",
  "subscriptions",
  "digital_products",
  "consulting_services",
  "consulting_bookings",
  "events",
  "event_registrations",
  "pages",
  "posts",
  "files",
  "forms",
  "analytics",
  "exports/new",
  "imports",
  "jobs",
].map((path) => `/admin/${path}`);

const ranks: ReadonlyMap<string, number> = new Map(daily.map((href, index) => [href, index]));

const rankOf = (href: string): number => ranks.get(href) ?? daily.length;

/** Pages with a route of their own in place of a form. */
const pagesByHand: Readonly<Record<string, string>> = { "/imports/new": "/admin/imports" };

/** Lists, single resources, and forms without a list, in the order of the table. The navigation leads to them. */
const entries = derivedPages
  .filter(
    ({ kind, pattern, route }) =>
      !pattern.includes(":") &&
      (kind === "list" ||
        (kind === "detail" && route.outputObject !== undefined) ||
        (kind === "create" && pageAt(route.path) === undefined)),
  )
  .flatMap((page) => {
    const resource = adminResourceOf(objectOfPage(page));
    const { group } = resource;
    return group === undefined
      ? []
      : [{ page, resource, group, href: pagesByHand[page.pattern] ?? `/admin${page.pattern}` }];
  });

/** Returns the groups of the navigation for a caller: what their roles permit. */
export function navigationFor(
  caller: Caller,
  settings: SiteSettings,
  roles: readonly Role[],
  locale: Locale,
): NavigationGroup[] {
  const text = textFor(locale).admin;
  const sectionEntries = sectionsOf(settings, roles).map((name) => ({
    group: groupsOfSections[name],
    href: adminSections[name].path as string,
    name: text.sections[name].name,
  }));
  const taken = new Set<string>(sectionEntries.map(({ href }) => href));
  const derived = entries
    .filter(({ page, href }) => !taken.has(href) && mayOpenPage(caller, page))
    .map(({ group, href, resource }) => ({ group, href, name: nameOfMany(resource, locale) }));
  const byGroup = Map.groupBy(
    [...derived, ...sectionEntries].toSorted((one, other) => rankOf(one.href) - rankOf(other.href)),
    ({ group }) => group,
  );
  return jobGroups.flatMap((name) => {
    const group = byGroup.get(name);
    return group ? [{ name, entries: group.map(({ href, name: entry }) => ({ href, name: entry })) }] : [];
  });
}

/** True if the navigation has a page for the caller beyond the pages with routes of their own. */
export const hasDerivedPages = (caller: Caller): boolean => entries.some(({ page }) => mayOpenPage(caller, page));

/** Groups whose resources people create often. */
const groupsOfCreates: ReadonlySet<JobGroup | undefined> = new Set(["teach", "people", "sell", "events", "publish"]);

const orderOf = (group: JobGroup | undefined): number => (group === undefined ? -1 : jobGroups.indexOf(group));

const creates = derivedPages
  .filter(({ kind, pattern }) => kind === "create" && !pattern.includes(":"))
  .map((page) => ({ page, resource: adminResourceOf(objectOfPage(page)) }))
  .filter(({ resource }) => groupsOfCreates.has(resource.group))
  .toSorted((one, other) => orderOf(one.resource.group) - orderOf(other.resource.group));

/** The resources that people create most, before the others. */
const createdMost: readonly string[] = ["courses", "members", "events", "posts", "coupons", "messages"].map(
  (path) => `/${path}/new`,
);

/** A form for a new resource. `group`: its job, or undefined for those that people open most. */
export interface CreateEntry {
  href: string;
  label: string;
  group: JobGroup | undefined;
}

/** Returns the forms for new resources that the caller may open: the most frequent first, the others by their job. */
export function createsFor(caller: Caller, locale: Locale): CreateEntry[] {
  const permitted = creates
    .filter(({ page }) => mayOpenPage(caller, page))
    .map(({ page: { pattern }, resource }) => {
      const name = nameOfOne(resource, locale);
      const label = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
      return { rank: createdMost.indexOf(pattern), href: `/admin${pattern}`, label, group: resource.group };
    });
  const frequent = permitted.filter(({ rank }) => rank >= 0).toSorted((one, other) => one.rank - other.rank);
  const infrequent = permitted.filter(({ rank }) => rank < 0);
  return [
    ...frequent.map(({ href, label }) => ({ href, label, group: undefined })),
    ...infrequent.map(({ href, label, group }) => ({ href, label, group })),
  ];
}
