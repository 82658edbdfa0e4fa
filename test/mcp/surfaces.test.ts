import assert from "node:assert/strict";
import { test } from "node:test";
import type { Role } from "#access/roles.ts";
import { type Scope, scopes } from "#access/scopes.ts";
import { routes } from "#operations/routes.ts";
import { tools } from "../../src/mcp/definition/tools.ts";
import { anInhabitedSite } from "../support/worlds/inhabited-site.ts";
import { type ASite, aSite } from "../support/world.ts";
import { agentAt, type Json, operatorScopes } from "./support/agent.ts";

/** Lists that exist in both the operator API and the tools: the path, the tool, the scope. */
const lists: readonly [path: string, tool: string, scope: Scope][] = [
  ["/courses", "admin_list_courses", "courses:read"],
  ["/reviews", "list_reviews", "courses:read"],
  ["/students", "list_students", "students:read"],
  ["/enrollments", "list_enrollments", "students:read"],
  ["/members", "list_members", "members:read"],
  ["/events", "admin_list_events", "events:read"],
  ["/event_registrations", "list_event_registrations", "events:read"],
  ["/membership_plans", "admin_list_membership_plans", "membership_plans:read"],
  ["/coupons", "list_coupons", "coupons:read"],
  ["/posts", "admin_list_posts", "posts:read"],
  ["/pages", "list_pages", "pages:read"],
  ["/digital_products", "admin_list_digital_products", "digital_products:read"],
  ["/consulting_bookings", "list_consulting_bookings", "digital_products:read"],
  ["/lecturers", "admin_list_lecturers", "lecturers:read"],
  ["/forms", "list_forms", "forms:read"],
];

/** Writes that exist in both, with equal input: the resource to create. */
const writes: readonly [path: string, body: Json, tool: string, given: Json, scope: Scope][] = [
  ["/courses", { name: "Tides" }, "create_course", { name: "Tides" }, "courses:write"],
  ["/lecturers", { name: "Lu Wei" }, "save_lecturer", { changes: { name: "Lu Wei" } }, "lecturers:write"],
  [
    "/posts",
    { title: "T", access: "public" },
    "save_post",
    { changes: { title: "T", access: "public" } },
    "posts:write",
  ],
  ["/pages", { title: "T", path: "/t" }, "save_page", { changes: { title: "T", path: "/t" } }, "pages:write"],
  ["/digital_products", { name: "D" }, "save_digital_product", { changes: { name: "D" } }, "digital_products:write"],
];

type Seen = { refused: false | "who" | "what"; ids: unknown[] };

/** Returns the ids that a caller sees, or the reason for a refusal: the caller (scope, role) or the request. */
async function seenBy(site: ASite, bearer: string | undefined) {
  const agent = agentAt(site, bearer);
  return {
    rest: async (path: string): Promise<Seen> => {
      const response = await site.request("GET", `/api/v1${path}?limit=100`, { bearer });
      if (response.statusCode !== 200) return refusedBy(response.statusCode);
      return seen(response.json<{ data: { id: unknown }[] }>().data);
    },
    mcp: async (tool: string): Promise<Seen> => {
      const { status, failure, result } = await agent.call(tool, { limit: 100, fields: ["id"] });
      if (status !== 200 || failure) return refusedBy(failure?.code ?? status);
      return seen(result["data"] as { id: unknown }[]);
    },
    restWrite: async (path: string, payload: Json): Promise<Seen> => {
      const response = await site.request("POST", `/api/v1${path}?dry_run=true`, { bearer, payload });
      return response.statusCode === 200 ? seen([]) : refusedBy(response.statusCode);
    },
    mcpWrite: async (tool: string, args: Json): Promise<Seen> => {
      const { status, failure } = await agent.call(tool, { ...args, dry_run: true });
      return status === 200 && !failure ? seen([]) : refusedBy(failure?.code ?? status);
    },
    graphql: async (query: string) => {
      const response = await site.graphql(query, bearer);
      return response.statusCode === 200 ? response.json<{ data: Json | null }>().data : null;
    },
    agent,
  };
}

const seen = (data: readonly { id: unknown }[]): Seen => ({ refused: false, ids: data.map(({ id }) => id) });

function refusedBy(by: number | string): Seen {
  const who = by === 401 || by === 403 || by === "role_required";
  assert.ok(who || by === 422 || by === "validation_failed", `Refused by ${by}`);
  return { refused: who ? "who" : "what", ids: [] };
}

void test("The operator API and the tools show the same to the same callers, and refuse the same callers", async () => {
  const { site } = await anInhabitedSite("Lodestar");
  await site.set({ mcpRequestsPerMinute: 10_000, mcpAnonymousRequestsPerMinute: 10_000 });
  const client = await site.operatorClient({ audience: "operator" });
  const roles: Role[] = ["student", "lecturer", "manager", "owner"];
  const half = operatorScopes.filter((_scope, index) => index % 2 === 0);
  const callers: [string, string | undefined][] = [["anonymous", undefined]];
  for (const role of roles) {
    const member = await site.member({ roles: [role] });
    for (const granted of [operatorScopes, half]) {
      const { access_token } = await site.connect(client, member, ["openid", ...granted].join(" "));
      callers.push([`${role}, ${granted.length} scopes`, access_token]);
    }
  }
  for (const [name, bearer] of callers) {
    const { rest, mcp, restWrite, mcpWrite } = await seenBy(site, bearer);
    for (const [path, tool] of lists)
      assert.deepEqual(await mcp(tool), await rest(path), `${name}: ${tool} and ${path}`);
    for (const [path, body, tool, args] of writes) {
      assert.deepEqual(await mcpWrite(tool, args), await restWrite(path, body), `${name}: ${tool} and ${path}`);
    }
  }
});

void test("Only its scope opens a tool, as in the operator API", async () => {
  const site = await aSite({ mcpRequestsPerMinute: 10_000 });
  const client = await site.operatorClient({ audience: "operator" });
  const owner = await site.member({ roles: ["owner"] });
  for (const scope of operatorScopes) {
    const { access_token: bearer } = await site.connect(client, owner, scope);
    const { rest, mcp } = await seenBy(site, bearer);
    for (const [path, tool, needed] of lists) {
      const expected = needed !== scope;
      assert.equal((await mcp(tool)).refused === "who", expected, `${tool} with ${scope}`);
      if (needed === scope) assert.equal((await rest(path)).refused, false, `${path} with ${scope}`);
    }
  }
});

void test("Every operation with a scope that a tool offers is in the operator API or the Member API, under that scope", () => {
  const reached = new Set(routes.map(({ operation }) => operation.name));
  for (const { name, scope, operations } of tools) {
    if (scope === null || scopes[scope].kind === "member") continue;
    for (const operation of operations) assert.ok(reached.has(operation.name), `${name} offers ${operation.name}`);
  }
});

void test("The Member API and the tools show a member the same data, and other members none of it", async () => {
  const { site, member } = await anInhabitedSite("Halyard");
  const memberClient = await site.operatorClient();
  const operatorClient = await site.operatorClient({ audience: "operator" });
  const { access_token: own } = await site.connect(memberClient, member, "openid account:read");
  const { access_token: theirs } = await site.connect(memberClient, await site.member(), "openid account:read");
  const { access_token: staff } = await site.connect(operatorClient, member, "openid courses:read");
  const query = `{ viewer { id name email schools { id }
    enrolledCourses(first: 50) { nodes { slug progress { percent } } }
    digitalProducts(first: 50) { nodes { slug } }
    consultingServices(first: 50) { nodes { slug } }
    eventRegistrations(first: 50) { nodes { event { slug } } } }
    unreadNotificationCount notificationSubscriptions { topic channel enabled } }`;
  for (const bearer of [own, theirs]) {
    const { graphql, agent } = await seenBy(site, bearer);
    const data = (await graphql(query))!;
    const viewer = data["viewer"] as Record<string, unknown>;
    const slugs = async (tool: string) =>
      ((await agent.call(tool)).result["data"] as { slug: string }[]).map(({ slug }) => slug);
    const nodes = (name: string) => (viewer[name] as { nodes: { slug: string; event: { slug: string } }[] }).nodes;
    const { result: profile } = await agent.call("get_my_profile");
    assert.deepEqual(
      [profile["id"], profile["untrusted_text"]],
      [viewer["id"], { name: viewer["name"], email: viewer["email"] }],
    );
    assert.deepEqual(
      (profile["schools"] as { id: string }[]).map(({ id }) => ({ id })),
      viewer["schools"],
    );
    assert.deepEqual(
      await slugs("list_my_courses"),
      nodes("enrolledCourses").map(({ slug }) => slug),
    );
    assert.deepEqual(
      await slugs("list_my_digital_products"),
      nodes("digitalProducts").map(({ slug }) => slug),
    );
    assert.deepEqual(
      await slugs("list_my_consulting_services"),
      nodes("consultingServices").map(({ slug }) => slug),
    );
    assert.deepEqual(
      await slugs("list_my_events"),
      nodes("eventRegistrations").map(({ event }) => event.slug),
    );
    const { result: inbox } = await agent.call("list_my_notifications");
    assert.equal(inbox["unread"], data["unreadNotificationCount"]);
    const { result: settings } = await agent.call("list_my_notification_settings");
    assert.equal((settings["data"] as object[]).length, (data["notificationSubscriptions"] as object[]).length);
  }
  for (const bearer of [undefined, staff]) {
    const { graphql, agent } = await seenBy(site, bearer);
    assert.equal(await graphql(query), null);
    const { status, challenge } = await agent.call("list_my_courses");
    assert.equal(status, bearer === undefined ? 401 : 403);
    assert.match(challenge, /account:read/);
  }
  const { graphql, agent } = await seenBy(site, own);
  const mutation = "mutation { markAllNotificationsRead { marked } }";
  const refusedThere = (await graphql(mutation)) === null;
  const { status } = await agent.call("mark_all_notifications_read");
  assert.deepEqual([refusedThere, status], [true, 403], "account:read alone changes nothing.");
});
