import type { AdminSectionName } from "#pages/admin/sections.ts";
import type { AdminPage } from "#pages/views/admin/layout.ts";
import { memberMerge } from "#pages/views/admin/members/member-merge.ts";
import { member } from "#pages/views/admin/members/member.ts";
import type { MemberPage, MemberView } from "#pages/views/admin/members/member-page.ts";
import { sampleAgreements } from "./sample-subscriptions.ts";
import { sampleSuppressed } from "./sample-suppressed.ts";
import type { Names } from "./sample-views.ts";

const at = (hour: number) => new Date(Date.UTC(2026, 10, 18, hour, 5));

/** The admin pages of members. */
export function sampleMembers(admin: (section: AdminSectionName) => AdminPage, names: Names): [string, string][] {
  const page = admin("members");
  const ana: MemberView & { emailVerified: boolean } = {
    id: "mbr_01k9g2c8p4e6t0v3x5y7z9b1d3",
    email: names.email,
    name: names.person,
    roles: ["manager", "student"],
    status: "active",
    joinedAt: at(1),
    lastSignInAt: at(9),
    emailVerified: true,
  };
  const invited: typeof ana = { ...ana, name: null, roles: [], status: "invited", lastSignInAt: null };
  const view: MemberPage = {
    panels: [],
    actions: [{ act: "edit", label: "Edit", href: "/admin/members/mbr_01k9g2c8p4e6t0v3x5y7z9b1d3/edit" }],
    member: ana,
    enrollments: [
      {
        id: "enr_01k9g2c8p4e6t0v3x5y7z9b1d3",
        courseId: "crs_01k9g2c8p4e6t0v3x5y7z9b1d3",
        course: names.client,
        status: "active",
        progress: { completedLectures: 3, totalLectures: 12 },
        expiresAt: at(20),
      },
      {
        id: "enr_01k9g2c8p4e6t0v3x5y7z9b1d4",
        courseId: "crs_01k9g2c8p4e6t0v3x5y7z9b1d4",
        course: names.site,
        status: "completed",
        progress: { completedLectures: 5, totalLectures: 5 },
        expiresAt: null,
      },
    ],
    subscriptions: [{ id: "sub_01k9g2c8p4e6t0v3x5y7z9b1d3", plan: names.client, status: "active", endsAt: at(22) }],
    orders: [
      {
        id: "ord_01k9g2c8p4e6t0v3x5y7z9b1d3",
        number: names.client,
        status: "paid",
        total: { amount: 120_000, currency: "TWD" },
        placedAt: at(8),
      },
    ],
    activity: [
      { kind: "course_completed", at: at(9), course: { id: "crs_01k9g2c8p4e6t0v3x5y7z9b1d3", name: names.client } },
      { kind: "sign_in", at: at(8), course: undefined },
    ],
    agreements: Object.values(sampleAgreements(names)),
    factors: { hasApp: true, passkeys: 2, remove: "/admin/members/mbr_1/second-factors/remove" },
    suppressed: sampleSuppressed,
    merges: [
      { id: "mmg_01k9g2c8p4e6t0v3x5y7z9b1d3", isFrom: true, other: names.person, confirmed: false, expiresAt: at(20) },
      { id: "mmg_01k9g2c8p4e6t0v3x5y7z9b1d4", isFrom: false, other: names.person, confirmed: true, expiresAt: at(20) },
    ],
    links: {
      view: "/admin/members/mbr_01k9g2c8p4e6t0v3x5y7z9b1d3/view",
      write: "/admin/messages/new?member_id=mbr_01k9g2c8p4e6t0v3x5y7z9b1d3",
      enroll: "/admin/enrollments/new?student_id=mbr_01k9g2c8p4e6t0v3x5y7z9b1d3",
      subscribe: "/admin/subscriptions/new?member_id=mbr_01k9g2c8p4e6t0v3x5y7z9b1d3",
      extend: true,
    },
    notice: "canceled",
    problem: undefined,
  };
  const without = {
    ...view,
    actions: [],
    agreements: [],
    factors: undefined,
    suppressed: [],
    merges: [],
    enrollments: [],
    subscriptions: [],
    orders: [],
    activity: [],
    notice: undefined,
  };
  return [
    ["admin-member", member(page, view)],
    ...sampleMerges(page, names),
    [
      "admin-member-suspended",
      member(page, {
        ...without,
        member: { ...invited, status: "suspended", emailVerified: false },
        problem: "state",
      }),
    ],
  ];
}

/** The page on which a merge is requested: empty, with a preview, and with what stands in the way. */
function sampleMerges(page: AdminPage, names: Names): [string, string][] {
  const from = { id: "mbr_01k9g2c8p4e6t0v3x5y7z9b1d3", name: names.person };
  const records = [
    { kind: "enrollments" as const, moved: 2, combined: 1, dropped: 0 },
    { kind: "orders" as const, moved: 3, combined: 0, dropped: 0 },
    { kind: "reviews" as const, moved: 0, combined: 0, dropped: 1 },
  ];
  const preview = { into: names.person, intoId: "mbr_01k9g2c8p4e6t0v3x5y7z9b1d4", records };
  const empty = { from, typed: "", preview: undefined, problems: [] };
  return [
    ["admin-member-merge", memberMerge(page, empty)],
    ["admin-member-merge-preview", memberMerge(page, { ...empty, typed: names.email, preview })],
    [
      "admin-member-merge-wrong",
      memberMerge(page, { ...empty, typed: names.email, problems: ["staff_role", "same_ticket"] }),
    ],
  ];
}
