import assert from "node:assert/strict";
import { test } from "node:test";
import { parseId } from "#domain/platform/ids.ts";
import { assertStatus } from "../support/assert-status.ts";
import { anOperator } from "../rest/support/operator.ts";
import { measuredServer } from "../support/meters/measured-server.ts";
import { aSite } from "../support/world.ts";
import { assertQuickJob, assertTurns } from "./support/turns.ts";

const sections = Array.from({ length: 20 }, (_, section) => ({
  title: `Section ${section}`,
  lectures: Array.from({ length: 100 }, (__, lecture) => ({
    title: `Lecture ${lecture}`,
    kind: "text",
    body_markdown: "Ropes.",
  })),
}));

void test(
  "The list of event types with their schemas does not block the event loop",
  { timeout: 300_000 },
  async () => {
    const operator = await anOperator("school:read");
    const server = await measuredServer();
    const headers = { authorization: `Bearer ${operator.bearer}` };
    for (const reading of ["first", "second"]) {
      const list = await assertTurns(`The ${reading} reading`, () =>
        server.send(operator.site, { path: "/api/v1/webhook_event_types", headers }),
      );
      assert.equal(list.status, 200, list.body.slice(0, 300));
    }
  },
);

void test(
  "No page, list or export of a course of maximum size blocks the event loop",
  { timeout: 300_000 },
  async () => {
    const operator = await anOperator(
      "courses:read courses:write curriculum:read curriculum:write school:read school:write students:read lecturers:read",
    );
    const { site } = operator;
    const server = await measuredServer();
    const headers = { authorization: `Bearer ${operator.bearer}` };
    const { id } = (await operator.post("/courses", { name: "Large", slug: "large", course_type: "free" })).json<{
      id: string;
    }>();
    const replaced = await operator.put(`/courses/${id}/curriculum`, { sections }, { "if-match": "*" });
    assertStatus(replaced, 200);
    const published = await operator.post(`/courses/${id}/publish`, {});
    assertStatus(published, 200);

    for (const path of ["/courses/large", "/courses/large.md", "/sitemap.xml", "/llms.txt", "/pricing.md", "/"]) {
      const page = await assertTurns(path, () => server.send(site, { path }));
      assert.equal(page.status, 200, page.body.slice(0, 300));
    }
    for (const path of ["/courses?limit=200&expand=plans,lecturers,categories", `/courses/${id}/sections?limit=200`]) {
      const list = await assertTurns(path, () => server.send(site, { path: `/api/v1${path}`, headers }));
      assert.equal(list.status, 200, list.body.slice(0, 300));
    }
    const order = Array.from(
      { length: 20 },
      (_, index) => replaced.json<{ sections: { id: string }[] }>().sections[index]!.id,
    );
    const reordered = await assertTurns("Reordering sections", () =>
      server.send(site, {
        method: "POST",
        path: `/api/v1/courses/${id}/sections/reorder`,
        headers: { ...headers, "content-type": "application/json", "if-match": "*" },
        body: JSON.stringify({ ids: order.toReversed() }),
      }),
    );
    assert.ok(reordered.status < 500);

    await assertQuickJob("Exporting courses", async () => {
      const response = await operator.post("/exports", { resources: ["courses"], format: "ndjson" });
      assertStatus(response, 202);
      return server.runJob(site.site.id, parseId("job", response.json<{ id: string }>().id)!);
    });
  },
);

void test(
  "The description of the operator API is generated once, not for each school",
  { timeout: 120_000 },
  async () => {
    const server = await measuredServer();
    await assertTurns("/openapi.json", async () => server.send(await aSite(), { path: "/openapi.json" }));
  },
);
