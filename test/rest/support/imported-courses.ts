import { strToU8, zipSync } from "fflate";
import { assertStatus } from "../../support/assert-status.ts";
import { runJobsOf } from "../../support/processes/run-jobs.ts";
import { type AFile, sendFile } from "../../support/worlds/uploads.ts";
import type { Operator } from "./operator.ts";

export const scopes =
  "school:read school:write courses:read courses:write curriculum:read curriculum:write storage:write";

export interface AJob {
  id: string;
  status: string;
  progress: Record<string, number | null>;
  error: { code: string; detail: string } | null;
  [field: string]: unknown;
}

export const files = [{ path: "knots/course.md", content: "---\nname: Knots\n---\n" }];

export const course = (name: string, extra = "") => `---\nname: ${name}\n${extra}---\n\nRopes.\n`;

const lecture = "---\ntitle: Bowline\n---\n\nThe king of knots.\n";

export const folder = (slug: string, extra = "") => ({
  [`${slug}/course.md`]: course(slug, extra),
  [`${slug}/01-knots/section.md`]: "---\ntitle: Knots\n---\n",
  [`${slug}/01-knots/01-bowline.md`]: lecture,
});

export const filesOf = (texts: Record<string, string>) =>
  Object.entries(texts).map(([path, content]) => ({ path, content }));

export const zipOf = (texts: Record<string, string | Uint8Array>) =>
  zipSync(
    Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [name, typeof text === "string" ? strToU8(text) : text]),
    ),
  );

export async function imported(operator: Operator, body: object): Promise<AJob> {
  const response = await operator.post("/imports", body);
  assertStatus(response, 202);
  await runJobsOf(operator.site.site);
  return (await operator.get(response.headers["location"]!.replace("/api/v1", ""))).json<AJob>();
}

export async function zipped(operator: Operator, bytes: Uint8Array, name = "courses.zip"): Promise<string> {
  const response = await sendFile(operator, bytes, { purpose: "import" }, { name });
  assertStatus(response, 201);
  return response.json<AFile>().id;
}

export const courseNames = async (operator: Operator) =>
  (await operator.get("/courses?sort=name&limit=200"))
    .json<{ data: { name: string }[] }>()
    .data.map(({ name }) => name);
