import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { assertStatus } from "../support/assert-status.ts";
import { agentAt } from "../mcp/support/agent.ts";
import { anAddress } from "../pages/support/sign-up-forms.ts";
import { anOpenEvent } from "../rest/support/an-event.ts";
import { aService, inDays } from "../rest/support/made-consulting.ts";
import { operatorOf, type Operator } from "../rest/support/operator.ts";
import { countStatements } from "../support/meters/count-statements.ts";
import { database } from "../support/databases/database.ts";
import { mailsInAll, mailsTo } from "../support/doubles/mailroom.ts";
import { auditOf, outboxOf } from "../support/worlds/records.ts";
import { aSite, type ASite } from "../support/world.ts";

const scopes =
  "members:read members:write students:read students:write courses:read courses:write events:read events:write " +
  "digital_products:read digital_products:write lecturers:read lecturers:write school:read school:write";

interface School {
  operator: Operator;
  course: string;
  event: string;
  ticket: string;
  product: string;
  service: string;
}

async function aSchool(): Promise<School> {
  const operator = await operatorOf(await aSite(), scopes);
  const made = async (path: string, fields: object) => {
    const response = await operator.post(path, fields);
    assertStatus(response, 201);
    return response.json<{ id: string }>().id;
  };
  const course = await made("/courses", { name: "Knots" });
  const { event, ticket } = await anOpenEvent(operator);
  const product = await made("/digital_products", { name: "Charts" });
  const service = await aService(operator);
  return { operator, course, event: event.id, ticket: ticket.id, product, service: service.id };
}

/** Removes ids, times and secrets, which differ between any two people. */
const normalize = (text: string): string =>
  text
    .replaceAll(/\b[a-z]{2,5}_[0-9a-hjkmnp-tv-z]{26}\b/g, "ID")
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "UUID")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")
    .replaceAll(/"[\w-]{43}"/g, '"SECRET"')
    .replaceAll(/"next_cursor":"[\w-]+"/g, '"next_cursor":"CURSOR"')
    .replaceAll(/"check_?in_?code":"[^"]+"/gi, '"CODE"');

/** Removes what differs between any two emails of the same kind. */
const normalizeMail = (raw: string): string =>
  normalize(raw.replaceAll("=\r\n", ""))
    .replaceAll(/link=(?:3D)?[\w-]+/g, "link=SECRET")
    .replaceAll(/\.[0-9a-f]{32}@/g, ".SIGNATURE@")
    .replaceAll(/^Date: .*$/gm, "Date")
    .replaceAll(/--_NmP-[\w-]+/g, "BOUNDARY");

/** Each way in which a site names a person by email address. */
const ways: Record<string, (school: School, email: string) => Promise<{ statusCode: number; body: string }>> = {
  "POST /events/{event}/registrations": ({ operator, event, ticket }, email) =>
    operator.post(`/events/${event}/registrations`, { email, ticket_id: ticket }),
  "POST /digital_products/{product}/grants": ({ operator, product }, email) =>
    operator.post(`/digital_products/${product}/grants`, { people: [{ email }] }),
  "POST /consulting_services/{service}/bookings": ({ operator, service }, email) =>
    operator.post(`/consulting_services/${service}/bookings`, { email, starts_at: `${inDays(3)}T09:00:00Z` }),
  "the tool invite_member": agent("invite_member", (_school, email) => ({ email, roles: ["student"] })),
  "the tool add_student": agent("add_student", (_school, email) => ({ email, notify: true })),
  "the tool enroll_students": agent("enroll_students", ({ course }, email) => ({
    course,
    people: [{ email }],
    create_students: true,
  })),
  "the tool grant_digital_product": agent("grant_digital_product", ({ product }, email) => ({
    product,
    people: [{ email }],
  })),
};

function agent(tool: string, argumentsFor: (school: School, email: string) => object) {
  return async (school: School, email: string) => {
    const { site, bearer } = school.operator;
    const called = await agentAt(site, bearer).call(tool, { ...argumentsFor(school, email) });
    assert.deepEqual([called.failure, called.error], [undefined, undefined]);
    return { statusCode: called.status, body: JSON.stringify(called.result) };
  };
}

interface Batch {
  size: number;
  send: (school: School, emails: readonly string[]) => Promise<{ statusCode: number; body: string }>;
}

/** As many people as the route accepts, or fewer if each costs many statements. */
const batches: Record<string, Batch> = {
  "/members/bulk": {
    size: 500,
    send: ({ operator }, emails) =>
      operator.post("/members/bulk", { operations: emails.map((email) => ({ op: "upsert", data: { email } })) }),
  },
  "/students/bulk": {
    size: 50,
    send: ({ operator }, emails) =>
      operator.post("/students/bulk", { operations: emails.map((email) => ({ op: "create", data: { email } })) }),
  },
  "/enrollments/bulk": {
    size: 500,
    send: ({ operator, course }, emails) =>
      operator.post("/enrollments/bulk", {
        operations: emails.map((email) => ({ course_id: course, email })),
        create_students: true,
      }),
  },
  "/events/{event}/registrations/bulk": {
    size: 50,
    send: ({ operator, event, ticket }, emails) =>
      operator.post(`/events/${event}/registrations/bulk`, {
        operations: emails.map((email) => ({ email, ticket_id: ticket })),
      }),
  },
  "/digital_products/{product}/grants": {
    size: 50,
    send: ({ operator, product }, emails) =>
      operator.post(`/digital_products/${product}/grants`, { people: emails.map((email) => ({ email })) }),
  },
};

/** Everything that the site stores and shows about people. */
async function stored({ operator: { site, get } }: School): Promise<string> {
  const bodies = await Promise.all(
    ["/members?limit=100", "/students?limit=100", "/invitations"].map(async (path) =>
      normalize((await get(path)).body),
    ),
  );
  const { rows } = await database.pool.query(
    "select status, accepted_at, name, roles from members where site_id = $1 order by id",
    [site.site.id],
  );
  return normalize(JSON.stringify([bodies, rows, await auditOf(site), await outboxOf(site)]));
}

void describe("An address with an account at another school is indistinguishable from an unknown one", () => {
  let elsewhere: ASite;
  let known: string[] = [];
  before(async () => {
    elsewhere = await aSite();
    for (let start = 0; start < 520; start += 20) {
      const some = Array.from({ length: 20 }, () => elsewhere.member({ email: anAddress() }));
      known = known.concat((await Promise.all(some)).map(({ email }) => email));
    }
  });

  for (const [way, act] of Object.entries(ways)) {
    void test(`${way}: the response, the rows, the email and the number of statements are equal`, async () => {
      const seen: object[] = [];
      for (const email of [known.shift()!, anAddress()]) {
        const school = await aSchool();
        const { result, statements } = await countStatements(() => act(school, email));
        const mails = await mailsInAll(email);
        const raw = mails > 0 ? (await mailsTo(email)).map((mail) => normalizeMail(mail.raw)) : [];
        const { statusCode, body } = result;
        assert.ok(statusCode === 200 || statusCode === 201, body);
        seen.push({ statusCode, body: normalize(body), stored: await stored(school), raw, statements });
      }
      assert.deepEqual(seen[0], seen[1]);
      assert.ok((seen[0] as { statements: number }).statements > 0);
    });
  }

  for (const [path, { size, send }] of Object.entries(batches)) {
    void test(`POST ${path} with ${size} people: the response, the rows and the number of statements are equal`, async () => {
      const seen: object[] = [];
      for (const emails of [known.slice(0, size), Array.from({ length: size }, anAddress)]) {
        const school = await aSchool();
        const { result, statements } = await countStatements(() => send(school, emails));
        const { statusCode, body } = result;
        assert.equal(statusCode, 200, body.slice(0, 500));
        seen.push({ statusCode, body: normalize(body), stored: await stored(school), statements });
      }
      assert.deepEqual(seen[0], seen[1]);
    });
  }
});
