import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import type { FastifyInstance, InjectOptions } from "fastify";
import { isObjectType, getNamedType } from "graphql";
import { openSiteDirectory } from "#http/site-directory.ts";
import { schema } from "#member/schema.ts";
import { openKeyRing } from "#oauth/key-ring.ts";
import { adminSections } from "#pages/admin/sections.ts";
import { buildApp } from "../../src/app.ts";
import { fieldOf } from "../member/support/all-fields.ts";
import type { LargeLists } from "./large-lists.ts";
import type { PlanRecorder, RecordedPlan } from "./recorded-plans.ts";
import { storage } from "./storage.ts";
import { webhooks } from "./world.ts";

const catalogLists = [
  "/courses",
  "/digital-products",
  "/events",
  "/lecturers",
  "/membership-plans",
  "/posts",
  "/consulting",
];

/** Pages that visitors open. */
const publicPages = [
  "/",
  "/llms.txt",
  ...catalogLists.flatMap((list) => [list, `${list}.md`, `${list}/${slugIn(list)}`, ...searchIn(list)]),
  "/courses/w2w/reviews",
  "/forms/w2w",
];

/** The owner is one lecturer. */
function slugIn(list: string): string {
  return list === "/lecturers" ? "w1w" : "w2w";
}

function searchIn(list: string): string[] {
  return list === "/membership-plans" ? [] : [`${list}?q=w2w`];
}

const accountPages = ["/account", "/account/notifications", "/account/notifications/settings", "/account/data"];

export interface PageRequest {
  name: string;
  options: InjectOptions;
}

/** Requests for the pages of visitors, members and the admin area, and for each field of the Member API. */
export function pageRequests({ site, cookie, memberBearer, frequent }: LargeLists): PageRequest[] {
  const host = { host: site.host };
  const asMember = (url: string): PageRequest => ({ name: url, options: { url, headers: { ...host, cookie } } });
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
  const learnPages = ["/learn", "/learn/w2w", `/learn/w2w/${frequent("lecture")}`, "/learn/w2w/review"];
  const adminPages = Object.values(adminSections).filter((section) => !("beta" in section));
  return [
    ...publicPages.map(asVisitor),
    ...[...publicPages, ...learnPages, ...accountPages, ...adminPages.map(({ path }) => path)].map(asMember),
    ...memberFields().map(([name, query]) => graphql(name, query)),
  ];
}

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

/** An application whose statements are recorded. */
export const recordingApp = ({ installation }: LargeLists, recorder: PlanRecorder): FastifyInstance =>
  buildApp({
    db: recorder.database,
    sites: openSiteDirectory(installation.database),
    storage,
    webhooks,
    environment: "production",
    keyRing: openKeyRing(randomBytes(32)),
    csrfKey: randomBytes(32),
  });

export async function plansOfPage(
  app: FastifyInstance,
  recorder: PlanRecorder,
  { name, options }: PageRequest,
): Promise<RecordedPlan[]> {
  recorder.take();
  const { statusCode, body } = await app.inject(options);
  assert.equal(statusCode, 200, `${name}: ${statusCode} ${body}`);
  assert.ok(!body.startsWith('{"errors'), body);
  return recorder.take();
}
