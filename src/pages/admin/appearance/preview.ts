import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { listCourses } from "#domain/catalog/courses/list-courses.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { plainShell, showPageShell } from "#domain/public-catalog/pages/page-shell.ts";
import { updateAppearance } from "#domain/site/appearance/operations.ts";
import { lowContrasts } from "#domain/site/appearance/appearance.ts";
import { sendOwnRequest } from "../../forms/own-request.ts";
import { sendStaleForm } from "../../forms/stale-form.ts";
import { fieldsOf } from "../../forms/submitted-fields.ts";
import { formOf } from "../../responses/page-request.ts";
import { sendJson } from "../../responses/send-json.ts";
import { contrastTexts } from "../../views/admin/appearance/preview-panel.ts";
import { render } from "../../views/parts/markup.ts";
import { brand } from "../../views/public/brand.ts";
import { siteStyle, siteStyleAddress } from "../../views/public/site-style.ts";
import { mayPerform } from "../parts/may-perform.ts";
import type { AdminOptions } from "../parts/options.ts";
import { type AdminPageRequest, adminPageRequestOf, derivedPageOf } from "../parts/page-request.ts";
import { colorsOf, type Look, lookIn, queryOfLook, shellWith } from "./look-fields.ts";

const path = "/admin/appearance/preview";

/** Pages that a preview shows. */
const pages = ["home", "course", "sign-in"] as const;
type PreviewedPage = (typeof pages)[number];

type Query = { Querystring: Record<string, unknown> };

/**
 * GET /admin/appearance/preview: a page of the school as a visitor would see it with values that are not saved. Nothing
 * on it can be used, and pages of this site alone can frame it.
 */
export function appearancePreviews(app: FastifyInstance, { application }: AdminOptions): void {
  app.get<Query>(path, async (request) => {
    const pageRequest = opened(request);
    const page = pages.find((name) => name === request.query["of"]) ?? "home";
    return sendPreview(pageRequest, application, { page, look: lookIn(valuesIn(request.query)) });
  });

  // The form of the appearance, without a script: its values travel in the next address, and its token does not.
  app.post(path, async (request, reply) => {
    const pageRequest = opened(request);
    const form = formOf(pageRequest);
    if (!form) return sendStaleForm(pageRequest, "/admin/appearance/edit", fieldsOf(request));
    const page = pages.find((name) => name === form.get("of")) ?? "home";
    return reply.redirect(`${path}?of=${page}&${queryOfLook(lookIn(new Map(fieldsOf(request))))}`, 303);
  });

  app.get<Query>(`${path}.css`, async (request, reply) => {
    const pageRequest = opened(request);
    const { context } = pageRequest;
    const look = lookIn(valuesIn(request.query));
    const shell = plainShell(await shellWith(context, await perform(showPageShell, context, {}), look));
    return guarded(reply).type("text/css; charset=utf-8").send(siteStyle(shell, ""));
  });

  app.get<Query>("/admin/appearance/contrast", async (request, reply) => {
    const pageRequest = opened(request);
    const page = derivedPageOf(pageRequest, "/appearance");
    const { appearance } = await perform(showPageShell, pageRequest.context, {});
    const colors = { ...appearance.colors, ...colorsOf(lookIn(valuesIn(request.query))) };
    return sendJson(guarded(reply), { warnings: contrastTexts(page, lowContrasts(colors)) });
  });
}

/** The rights are those of a change: who may not make it sees no preview. */
function opened(request: FastifyRequest): AdminPageRequest {
  const pageRequest = adminPageRequestOf(request);
  if (mayPerform(pageRequest.context.caller, updateAppearance)) return pageRequest;
  throw new Problem("role_required", "Your role does not include this page. An owner or a manager can open it.");
}

const valuesIn = (query: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(query).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));

const guarded = (reply: FastifyReply): FastifyReply =>
  reply
    .header("content-security-policy", "default-src 'none'; frame-ancestors 'none'; base-uri 'none'")
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer");

async function sendPreview(
  pageRequest: AdminPageRequest,
  server: AdminOptions["application"],
  { page, look }: { page: PreviewedPage; look: Look },
): Promise<FastifyReply> {
  const { context, request, reply } = pageRequest;
  const { headers, socket } = request;
  const own = { server, headers, socket };
  const shown = await sendOwnRequest(own, {
    url: await addressOf(pageRequest, page),
    // As a visitor, and as a prefetch, which does not count as a view.
    headers: { cookie: "", accept: "text/html", "sec-purpose": "prefetch" },
  });
  const shell = await perform(showPageShell, context, {});
  const next = await shellWith(context, shell, look);
  const { site } = context;
  const styled = `${path}.css?${queryOfLook(look)}`.replaceAll("&", "&amp;");
  const body = shown.body
    .replaceAll(`"${siteStyleAddress(shell)}"`, `"${styled}"`)
    .replaceAll(`"${siteStyleAddress(plainShell(shell))}"`, `"${styled}"`)
    .replaceAll(render(brand({ site, shell })), () => render(brand({ site, shell: next })))
    .replace(/<meta name="color-scheme" content="[^"]*" \/>/, "")
    .replace("<body ", "<body inert ");
  return reply
    .code(200)
    .header(
      "content-security-policy",
      "default-src 'none'; style-src 'self'; img-src 'self' data: https:; font-src 'self' data:; form-action 'none'; frame-ancestors 'self'; base-uri 'none'; sandbox allow-same-origin",
    )
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .type("text/html; charset=utf-8")
    .send(body);
}

/** The address of the real page. */
async function addressOf({ context }: AdminPageRequest, page: PreviewedPage): Promise<string> {
  if (page === "home") return "/";
  if (page === "sign-in") return "/sign-in";
  const { data } = await perform(listCourses, context, { status: ["published"], visibility: ["public"], limit: 1 });
  const [course] = data;
  return course ? `/courses/${encodeURIComponent(course.slug)}` : "/courses";
}
