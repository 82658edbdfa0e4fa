import type { InjectOptions } from "fastify";
import { isObjectType, getNamedType } from "graphql";
import { roles } from "#access/roles.ts";
import { formStatuses } from "#domain/content/forms/form.ts";
import { deliveryStatuses } from "#domain/webhooks/deliveries/webhook-delivery.ts";
import { memberStatuses } from "#domain/people/members/member.ts";
import { eventFilters } from "#domain/sales/payments/provider-events/operations.ts";
import { schema } from "#member/schema.ts";
import { analyticsPages, coursePath, metricPath } from "#pages/admin/analytics/addresses.ts";
import { adminSections } from "#pages/admin/sections.ts";
import { certificateFilters } from "#pages/views/admin/certificates/certificates.ts";
import { commentFilters, commentKinds } from "#pages/views/admin/reviews/comments.ts";
import { documentFilters } from "#pages/views/admin/submissions/documents.ts";
import { orderFilters } from "#pages/views/admin/orders/orders.ts";
import { reviewFilters } from "#pages/views/admin/reviews/reviews.ts";
import { submissionFilters } from "#pages/views/admin/submissions/submission-addresses.ts";
import { fieldOf } from "../../member/support/all-fields.ts";
import type { LargeLists } from "../worlds/large-lists.ts";

const catalogLists = [
  "/courses",
  "/digital-products",
  "/events",
  "/lecturers",
  "/membership-plans",
  "/posts",
  "/consulting",
];

const publicPages = [
  "/",
  "/llms.txt",
  ...catalogLists.flatMap((list) => [
    list,
    `${list}.md`,
    `${list}/${slugIn(list)}`,
    `${list}/${slugIn(list)}.md`,
    ...searchIn(list),
  ]),
  "/search",
  "/search?q=w2w",
  "/courses/w2w/reviews",
  "/courses/w2w/reviews.md",
  "/pricing.md",
  "/forms/w2w",
];

/** The owner is one lecturer. */
function slugIn(list: string): string {
  return list === "/lecturers" ? "w1w" : "w2w";
}

function searchIn(list: string): string[] {
  return list === "/membership-plans" ? [] : [`${list}?q=w2w`];
}

const accountPages = [
  "/account",
  "/account/notifications",
  "/account/notifications/settings",
  "/account/data",
  "/account/delete",
  "/account/merge",
];

export interface PageRequest {
  name: string;
  options: InjectOptions & { url: string };
}

type Ids = Pick<LargeLists, "frequent" | "rare" | "serial" | "clients">;

/** The member's own pages besides those of the account. */
const memberPages = ({ frequent, rare, serial }: Ids) => [
  "/learn",
  "/account/events",
  "/account/notes",
  "/account/notes?q=w2w",
  "/learn/w2w",
  "/learn/w2w/notes?q=w2w",
  "/learn/w2w/search?q=w2w",
  `/learn/w2w/${frequent("lecture")}`,
  `/learn/w2w/${frequent("lecture")}/attempts`,
  "/learn/w2w/discussion",
  "/learn/w2w/discussion?show=unanswered",
  "/learn/w2w/review",
  "/learn/w2w/completion",
  "/orders",
  `/orders/${frequent("order")}`,
  `/orders/${rare("order")}`,
  `/orders/subscriptions/${frequent("billingAgreement")}`,
  `/checkout?item=${frequent("eventTicket")}`,
  `/checkout?item=${frequent("digitalProduct")}`,
  `/checkout?item=${frequent("membershipPricing")}`,
  `/learn/w2w/${frequent("lecture")}/attempts/${frequent("quizAttempt")}`,
  "/certificates",
  `/certificates/${serial}`,
  `/certificates/${serial}/image.svg`,
  "/certificates/keys",
  "/certificates/status/0",
];

const filtered = (path: string, name: string, values: readonly string[]) =>
  values.map((value) => `${path}?${name}=${value}`);

/** Every list of the admin area with each of its filters, and the pages of one resource. */
function adminPages({ frequent, serial, clients }: Ids): string[] {
  const { comments, members, orders, payments, forms, webhooks, certificates, submissions, auditLog } = paths;
  const [form, order] = [`${forms}/${frequent("form")}`, `${orders}/${frequent("order")}`];
  const webhook = `${webhooks}/${frequent("webhookEndpoint")}`;
  const [member, submission] = [frequent("member"), frequent("formSubmission")];
  return [
    ...Object.values(adminSections).map(({ path }) => path),
    `${adminSections.apiKeys.path}/${clients.apiKey}/revoke`,
    ...["", "/edit", "/delete"].map((page) => `${adminSections.applications.path}/${clients.operator}${page}`),
    ...["", "/block", "/forget"].map((page) => `${documents}/${clients.documented}${page}`),
    `${adminSections.registered.path}/${clients.registered}/delete`,
    `/admin/courses/${frequent("course")}`,
    `/admin/courses/${frequent("course")}/outline`,
    ...filtered(comments, "status", commentFilters),
    ...filtered(comments, "status=all&kind", commentKinds),
    `${comments}?status=all&search=w2w`,
    ...filtered(paths.reviews, "status", reviewFilters),
    `${paths.reviews}/${frequent("review")}`,
    ...filtered(submissions, "status", submissionFilters),
    `${submissions}?status=all&course=${frequent("course")}`,
    `${submissions}?status=all&assignment=${frequent("lecture")}`,
    `${submissions}/${frequent("submission")}`,
    `${submissions}/students?course=${frequent("course")}`,
    adminSections.questions.path,
    `${adminSections.questions.path}?course=${frequent("course")}`,
    ...["edit", "preview", "revisions", "revisions/1"].map((page) => `/admin/lectures/${frequent("lecture")}/${page}`),
    ...filtered(certificates, "status", certificateFilters),
    `${certificates}?search=${serial}`,
    `${certificates}?search=w2w`,
    `${certificates}/courses`,
    `${certificates}/${frequent("certificate")}`,
    ...filtered(documents, "state", documentFilters),
    ...filtered(orders, "status", orderFilters),
    order,
    ...filtered(`${payments}/events`, "state", eventFilters),
    `${payments}/reconciliation`,
    `${payments}/refunds`,
    ...filtered(members, "role", roles),
    ...filtered(members, "status", memberStatuses),
    `${members}?q=w2w`,
    `${members}/${member}`,
    `${members}/${member}/merge`,
    ...filtered(forms, "status", formStatuses),
    `${forms}?q=w2w`,
    form,
    `${form}/edit`,
    `${form}/preview`,
    `${form}/delete`,
    `${form}/submissions`,
    `${form}/submissions?q=w2w`,
    `${form}/submissions/${submission}`,
    webhook,
    ...filtered(webhook, "status", deliveryStatuses),
    `${webhook}/delete`,
    `${auditLog}?action=createCourse`,
    `${auditLog}?member=${member}`,
    `${auditLog}?tool=*`,
    `${auditLog}?from=2026-01-01&to=2026-12-31`,
    ...Object.values(analyticsPages),
    coursePath(frequent("course")),
    metricPath("enrollments"),
  ];
}

const documents = adminSections.documents.path;
const paths = {
  auditLog: adminSections.auditLog.path,
  certificates: adminSections.certificates.path,
  comments: adminSections.comments.path,
  forms: adminSections.forms.path,
  members: adminSections.members.path,
  orders: adminSections.orders.path,
  payments: adminSections.payments.path,
  reviews: adminSections.reviews.path,
  submissions: adminSections.submissions.path,
  webhooks: adminSections.webhooks.path,
};

/** Requests for the pages of visitors, members and the admin area, and for each field of the Member API. */
export function pageRequests({ site, cookie, memberBearer, ...ids }: PageIds): PageRequest[] {
  const host = { host: site.host };
  const asMember = (url: string): PageRequest => ({
    name: nameOf(url),
    options: { url, headers: { ...host, cookie } },
  });
  const asVisitor = (url: string): PageRequest => ({ name: `${url} of a visitor`, options: { url, headers: host } });
  const graphql = (name: string, query: string): PageRequest => ({
    name: `Member API: ${name}`,
    options: {
      method: "POST",
      url: "/member/graphql",
      headers: { ...host, authorization: `Bearer ${memberBearer}` },
      payload: { query },
    },
  });
  return [
    ...publicPages.map(asVisitor),
    ...[...publicPages, ...memberPages(ids), ...accountPages, ...new Set(adminPages(ids))].map(asMember),
    ...memberFields().map(([name, query]) => graphql(name, query)),
  ];
}

/** The address with a placeholder for each ID. */
const nameOf = (url: string): string => url.replaceAll(/[a-z]{2,4}_[0-9a-z]{26}/g, "{id}");

export type PageIds = Pick<LargeLists, "site" | "cookie" | "memberBearer" | keyof Ids>;

/** A query for each field of the Member API with all of its subfields. */
function memberFields(): [name: string, query: string][] {
  const root = schema.getQueryType()!.getFields();
  const viewer = getNamedType(root["viewer"]!.type);
  const first = 20;
  const ofViewer = isObjectType(viewer) ? Object.values(viewer.getFields()) : [];
  const others = Object.values(root).filter(({ name }) => name !== "viewer" && name !== "node");
  return [
    ...ofViewer.map((field): [string, string] => [`viewer.${field.name}`, `{ viewer { ${fieldOf(field, first)} } }`]),
    ...others.map((field): [string, string] => [field.name, `{ ${fieldOf(field, first)} }`]),
    ["active courses", "{ viewer { enrolledCourses(filter: { statuses: [ACTIVE] }) { nodes { slug } } } }"],
    ["upcoming events", "{ viewer { eventRegistrations(filter: { upcomingOnly: true }) { nodes { id } } } }"],
    ["unread notifications", "{ notifications(filter: { unreadOnly: true }) { nodes { id } } }"],
  ];
}
