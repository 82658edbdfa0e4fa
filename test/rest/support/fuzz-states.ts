import { prefix } from "#rest/mount.ts";
import { fill } from "../../support/openapi/arbitrary.ts";
import type { FuzzWorld } from "../../support/fuzz-world.ts";
import type { Asked } from "../../support/openapi/request.ts";

type Step = readonly [method: "POST" | "PATCH", path: string, body: object];

const bareCourse: Step = ["POST", "/courses", { name: "Loose ends", language: "en" }];

/** What is asked for before, so that the newest thing of its kind is in the state that an operation begins from. */
const beforehand: Record<string, readonly Step[]> = {
  deleteCourse: [bareCourse],
  publishCourse: [["POST", "/courses/{{course}}/unpublish", {}]],
  restoreCourse: [["POST", "/courses/{{course}}/archive", {}]],
  deleteCourseCategory: [["POST", "/course_categories", { name: "Knots" }]],
  deletePostCategory: [["POST", "/post_categories", { name: "News" }]],
  deleteSection: [["POST", "/courses/{{course}}/sections", { title: "Loose ends" }]],
  deleteLecturer: [["POST", "/lecturers", { name: "Lu Wei" }]],
  unpublishPost: [["POST", "/posts/{{post}}/publish", {}]],
  unpublishPage: [["POST", "/pages/{{page}}/publish", {}]],
  updateMembershipPricing: [
    ["POST", "/membership_plans/{{membershipPlan}}/pricings", { price: { amount: 900, currency: "EUR" }, interval: "year" }],
  ],
};

/** Whether an operation needs another world for each success. */
export const consumes = (operation: string): boolean => /^delete|^(un)?publish|^archive|^restore/.test(operation);

export async function prepareFor(operation: string, { site, bearer, newest }: FuzzWorld): Promise<void> {
  for (const [method, path, payload] of beforehand[operation] ?? []) {
    const idOf = await newest();
    const address = path.split("/").map((part) => fill(part, idOf)).join("/");
    const response = await site.request(method, `${prefix}${address}`, { payload, bearer });
    if (response.statusCode >= 300) throw new Error(`${method} ${path}: ${response.body}`);
  }
}

type Body = Record<string, unknown>;
const price = { amount: 1999, currency: "USD" };

/** Rules between fields, which no schema says. */
const rules: Record<string, (body: Body) => Body> = {
  createPost: withOneText,
  updatePost: withOneText,
  upsertPost: withOneText,
  createPage: ({ blocks: _blocks, ...body }) => ({ body_markdown: "Hello", ...body }),
  updatePage: ({ blocks: _blocks, ...body }) => body,
  createCoursePlan: coherentPlan,
  updateCoursePlan: ({ plan_type: _type, ...body }) => ({ ...coherentPlan({ ...body, plan_type: "free" }) }),
  createMembershipPlan: coherentPlan,
  updateMembershipPlan: ({ plan_type: _type, length_days: _days, fixed_end_date: _end, ...body }) => body,
  createMembershipPricing: (body) => ({ ...body, interval: "month" }),
  updateMembershipPricing: ({ interval: _interval, ...body }) => body,
  createAttachment: ({ file_id: _file, external_url: _url, text: _text, ...body }) => ({ ...body, ...sourceOf(body["kind"]) }),
  updateAttachment: ({ kind: _kind, file_id: _file, external_url: _url, text: _text, ...body }) => body,
  bulk_generate: (body) => body,
  generateCoupons: (body) => ({ ...body, count: (Number(body["count"]) % 20) + 1 }),
  validateCoupon: ({ plan_id: _plan, ...body }) => ({ ...body, product_type: "course", product_id: "{{course}}" }),
  createFile: ({ from_url: _url, ...body }) => ({ ...body, file: "bytes" }),
};

export function coherent(operation: string, asked: Asked): Asked {
  const rule = rules[operation];
  const isObject = typeof asked.body === "object" && asked.body !== null && !Array.isArray(asked.body);
  return rule && isObject ? { ...asked, body: rule(asked.body as Body) } : asked;
}

function withOneText({ body_html: _html, ...body }: Body): Body {
  return { body_markdown: "Fair **winds**", ...body };
}

function coherentPlan({ plan_type: type, ...body }: Body): Body {
  const {
    price: _price,
    compare_at_price: _before,
    installments: _count,
    length_days: _days,
    fixed_end_date: _end,
    ...rest
  } = body;
  return {
    ...rest,
    plan_type: type,
    ...("seats" in body && {}),
    ...(type === "installments" && { installments: { count: 3, interval: "month" } }),
    ...(type === "specific_length" && { length_days: 30 }),
    ...(type === "fixed_date" && { fixed_end_date: "2034-12-31T00:00:00.000Z" }),
    ...(type !== "free" && { price }),
  };
}

const sourceOf = (kind: unknown): Body =>
  kind === "text"
    ? { text: "Bring a rope." }
    : kind === "link" || kind === "embed"
      ? { external_url: "https://school.example/about" }
      : { file_id: "{{file}}" };
