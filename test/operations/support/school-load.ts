import { freshRequest } from "../../support/data/fresh-request.ts";
import { HttpVisitor } from "../../support/browsers/http-visitor.ts";
import { newId } from "#domain/platform/ids.ts";
import type { DemoSite } from "../../support/worlds/demo-server.ts";
import { encode, loopbackRedirect } from "../../support/data/authorization-requests.ts";
import { hiddenFields } from "./shop-load.ts";

const scope = `openid offline_access courses:read courses:write curriculum:read curriculum:write digital_products:read
  digital_products:write events:read events:write lecturers:read lecturers:write members:read members:write membership_plans:read membership_plans:write posts:read posts:write
  school:read school:write students:read students:write subscriptions:read subscriptions:write`.replaceAll(/\s+/g, " ");

/** The load exceeds the default limit of a client. The caller sets this one. */
export const apiRequestsPerMinute = 100_000;

type Json = Record<string, unknown>;
interface Made extends Json {
  id: string;
}

/** Repeated requests of the staff and a student of a demo school, over HTTP alone. */
interface SchoolLoad {
  /** Ports of the processes that get the requests in turn. */
  ports: number[];
  sent: number;
  /** Requests that were neither answered with success nor with a request to repeat them. */
  failures: string[];
  /** Numbers of requests that clients repeat: conflicts with a concurrent change (409) and limits (429). */
  toRepeat: Record<number, number>;
  /** Kinds of requests that succeeded. */
  succeeded: Set<string>;
  kinds: readonly string[];
  /** The last acknowledged state of each created object, by its path. */
  acknowledged: Map<string, unknown>;
  /** Reads an object of the operator API. */
  read(path: string): Promise<Json>;
  start(): void;
  stop(): Promise<void>;
}

/** Uses only documented interfaces: the processes may be of any version. */
export async function aSchoolLoad({ origin, members }: DemoSite): Promise<SchoolLoad> {
  const { host, port } = new URL(origin);
  const student = await signedIn("student");
  const client = await json<{ client_id: string }>("/api/oauth/register", {
    client_name: "Back office",
    application_type: "native",
    redirect_uris: [loopbackRedirect],
  });
  let tokens = await connect();
  // Running servers apply a changed limit within seconds.
  while (!(await appliesLimit()));
  const state = { isRunning: false };
  const loops: Promise<void>[] = [];
  const load: SchoolLoad = {
    ports: [Number(port)],
    sent: 0,
    failures: [],
    toRepeat: { 409: 0, 429: 0 },
    succeeded: new Set(),
    kinds: [],
    acknowledged: new Map(),
    read: async (path) => JSON.parse((await api("read", path)).body) as Json,
    start() {
      state.isRunning = true;
      loops.push(
        ...Object.values(work).map(async (send) => {
          while (state.isRunning) await send();
        }),
      );
    },
    async stop() {
      state.isRunning = false;
      await Promise.all(loops);
    },
  };
  const course = await taughtCourse();
  const path = `/learn/${course.slug}/${course.lecture}`;
  await make("/enrollments", { course_id: course.id, email: student.email });
  const event = await make("/events", { name: "Harbour night", format: "online", ...nextYear });
  const ticket = await make(`/events/${event.id}/tickets`, { name: "Seat" });
  await make(`/events/${event.id}/publish`);
  const plan = await make("/membership_plans", { name: "Crew", plan_type: "recurring", status: "active" });
  const pricing = { price: { amount: 1500, currency: "TWD" }, interval: "month" };
  await make(`/membership_plans/${plan.id}/pricings`, pricing);
  if (load.failures.length > 0) throw new Error(load.failures.join("\n"));

  const work: Record<string, () => Promise<unknown>> = {
    courses: () => api("courses", "/courses?q=night"),
    students: () => api("students", "/students?limit=5"),
    enrollments: () => api("enrollments", "/enrollments?limit=5"),
    events: () => api("events", "/events?limit=5"),
    pages: () => to("pages", "/courses", { accept: "text/html" }),
    library: () => to("library", "/learn", { accept: "text/html", cookie: student.cookie }),
    "new course": () => create("new course", "/courses", { name: `Night sky ${newId()}` }),
    "new member": () => create("new member", "/members", { email: anEmail(), name: "Ana", roles: ["student"] }),
    "new post": () =>
      create("new post", "/posts", { title: `Knots ${newId()}`, body_markdown: "Knots.", access: "public" }),
    "new lecturer": () => create("new lecturer", "/lecturers", { name: `Mia ${newId()}` }),
    "new product": () => create("new product", "/digital_products", { name: `Sea chart ${newId()}` }),
    async export() {
      const { status, body } = await api("export", "/exports", { resources: ["members"], format: "ndjson" });
      if (status !== 202) return;
      const job = `/jobs/${(JSON.parse(body) as Made).id}`;
      load.acknowledged.set(job, "succeeded");
      // One job at a time: a slow machine must not pile them up.
      while (state.isRunning && (await load.read(job))["finished_at"] === null);
    },
    async enrollment() {
      const made = await create("enrollment", "/enrollments", { course_id: course.id, email: anEmail() });
      if (!made) return;
      const at = `/enrollments/${made.id}`;
      const completed = { id: crypto.randomUUID(), lecture_id: course.lecture, kind: "completed" };
      const events = [{ ...completed, occurred_at: new Date().toISOString() }];
      await api("progress", `${at}/progress`, { events });
      await create("certificate", "/certificates", { enrollment_id: made.id });
      await change("revocation", at, "revoke");
      await change("reactivation", at, "reactivate");
    },
    async registration() {
      const seat = { ticket_id: ticket.id, email: anEmail(), name: "Ana" };
      const made = await api("registration", `/events/${event.id}/registrations`, seat);
      if (made.status === 201) acknowledge("/event_registrations", made.body);
    },
    async subscription() {
      const person = { email: anEmail(), name: "Ana", roles: ["student"] };
      const member = await create("new member", "/members", person);
      if (member) await create("subscription", "/subscriptions", { member_id: member.id, plan_id: plan.id });
    },
    async completion() {
      const headers = { accept: "text/html", "sec-fetch-site": "same-origin", cookie: student.cookie };
      const page = await to("lecture", path, headers);
      const [, done] = /action="([^"]*\/(?:un)?done)"/.exec(page.body) ?? [];
      const fields = done && hiddenFields(page.body, done);
      if (fields) await to("completion", done, { ...headers, ...isForm }, encode(fields));
    },
    async refresh() {
      const form = { grant_type: "refresh_token", refresh_token: tokens.refresh_token, client_id: client.client_id };
      const { status, body } = await to("refresh", "/api/oauth/token", isForm, encode(form));
      if (status === 200) tokens = JSON.parse(body) as typeof tokens;
    },
  };
  load.kinds = [...Object.keys(work), "progress", "certificate", "revocation", "reactivation", "lecture"];
  return load;

  async function signedIn(role: string) {
    const member = members.find(({ roles }) => roles.includes(role))!;
    const visitor = new HttpVisitor(origin);
    await visitor.signIn(member.email, member.password);
    return { ...member, visitor, cookie: [...visitor.cookies].map((pair) => pair.join("=")).join("; ") };
  }

  async function connect() {
    const { visitor } = await signedIn("owner");
    const { code, verifier } = await visitor.allow(client.client_id, loopbackRedirect, scope);
    const form = { grant_type: "authorization_code", code, code_verifier: verifier, client_id: client.client_id };
    const body = encode({ ...form, redirect_uri: loopbackRedirect });
    const answer = await freshRequest(`${origin}/api/oauth/token`, { headers: isForm, body });
    return JSON.parse(answer.body) as { access_token: string; refresh_token: string };
  }

  async function appliesLimit(): Promise<boolean> {
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    const answer = await freshRequest(`${origin}/api/v1/courses?limit=1`, { headers });
    return String(answer.headers["ratelimit-policy"]).includes(`"client";q=${apiRequestsPerMinute}`);
  }

  async function json<Body>(url: string, fields: object): Promise<Body> {
    const headers = { "content-type": "application/json" };
    const { body } = await freshRequest(origin + url, { headers, body: JSON.stringify(fields) });
    return JSON.parse(body) as Body;
  }

  async function to(name: string, url: string, headers: Record<string, string>, body = "") {
    const to = load.ports[load.sent++ % load.ports.length]!;
    const sent = freshRequest(`http://127.0.0.1:${to}${url}`, { headers: { host, ...headers }, body });
    const answer = await sent.catch((error: Error) => ({ status: 599, body: error.message }));
    if (answer.status < 400) load.succeeded.add(name);
    else if (answer.status in load.toRepeat) load.toRepeat[answer.status]!++;
    else load.failures.push(`${name} (${url}): ${answer.status} ${answer.body.slice(0, 300)}`);
    return answer;
  }

  function api(name: string, url: string, fields?: object) {
    const authorization = { authorization: `Bearer ${tokens.access_token}` };
    const headers = fields ? { ...authorization, "content-type": "application/json" } : authorization;
    return to(name, `/api/v1${url}`, headers, fields && JSON.stringify(fields));
  }

  function acknowledge(collection: string, body: string): Made {
    const made = JSON.parse(body) as Made;
    load.acknowledged.set(`${collection}/${made.id}`, made["status"]);
    return made;
  }

  async function create(name: string, url: string, fields: object): Promise<Made | undefined> {
    const { status, body } = await api(name, url, fields);
    return status === 201 ? acknowledge(url, body) : undefined;
  }

  async function change(name: string, at: string, action: string): Promise<void> {
    const { status, body } = await api(name, `${at}/${action}`, {});
    if (status === 200) acknowledge("/enrollments", body);
  }

  async function make(url: string, fields = {}): Promise<Made> {
    return JSON.parse((await api("preparation", url, fields)).body) as Made;
  }

  async function taughtCourse() {
    const { id, slug } = await make("/courses", { name: "Knots", course_type: "free" });
    const section = await make(`/courses/${id}/sections`, { title: "One" });
    const text = { title: "Bowline", kind: "text", body_markdown: "A loop.", completion_rule: { kind: "manual" } };
    const { id: lecture } = await make(`/sections/${section.id}/lectures`, text);
    await make(`/courses/${id}/publish`);
    return { id, slug: String(slug), lecture };
  }
}

const isForm = { "content-type": "application/x-www-form-urlencoded" };

const anEmail = () => `ana-${newId()}@example.test`;

const year = 365 * 24 * 3_600_000;
const nextYear = {
  starts_at: new Date(Date.now() + year).toISOString(),
  ends_at: new Date(Date.now() + year + 3_600_000).toISOString(),
  time_zone: "Asia/Taipei",
};
