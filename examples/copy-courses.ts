import createClient from "openapi-fetch";
import type { paths } from "./operator-api.d.ts";

const { LECTERN_ORIGIN: origin, LECTERN_TOKEN: token } = process.env;
if (!origin || !token) {
  process.stderr.write("Set LECTERN_ORIGIN to the address of a site and LECTERN_TOKEN to an access token for it.\n");
  process.exit(2);
}

const api = createClient<paths>({ baseUrl: origin, headers: { authorization: `Bearer ${token}` } });

// With this idempotency key, a second run returns the first course instead of creating another one.
const made = await api.POST("/api/v1/courses", {
  params: { header: { "Idempotency-Key": "example-first-course" } },
  body: { name: "My first course", description_markdown: "Made with *types*.", tags: ["example"] },
});
if (made.error) throw new Error(`${made.error.code}: ${made.error.detail}`);
// Every write supports a dry run: `dry_run` in the query returns the result without writing.
if ("dry_run" in made.data) throw new Error("Nothing was created: this was a dry run.");
process.stdout.write(`${made.data.id} is a ${made.data.status}\n`);

let cursor: string | undefined;
do {
  const { data: page, error } = await api.GET("/api/v1/courses", {
    params: { query: { limit: 50, cursor, sort: ["name"] } },
  });
  if (error) throw new Error(`${error.code}: ${error.detail}`);
  for (const course of page.data) process.stdout.write(`${course.slug}\t${course.name}\n`);
  cursor = page.page.next_cursor ?? undefined;
} while (cursor !== undefined);
