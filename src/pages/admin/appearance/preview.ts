import type { FastifyInstance, FastifyReply } from "fastify";
import { listCourses } from "#domain/catalog/courses/list-courses.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { plainShell, showPageShell } from "#domain/public-catalog/pages/page-shell.ts";
import { updateAppearance } from "#domain/site/appearance/operations.ts";
import { lowContrasts } from "#domain/site/appearance/appearance.ts";
import { sendOwnRequest } from "../../forms/own-request.ts";
import { fieldsOf } from "../../forms/submitted-fields.ts";
import { sendJson } from "../../responses/send-json.ts";
import { contrastTexts } from "../../views/admin/appearance/preview-panel.ts";
import { render } from "../../views/parts/markup.ts";
import { brand } from "../../views/public/brand.ts";
import { siteStyle, siteStyleAddress } from "../../views/public/site-style.ts";
import { mayPerform } from "../parts/may-perform.ts";
import type { AdminOptions } from "../parts/options.ts";
import { type AdminPageRequest, derivedPageOf } from "../parts/page-request.ts";
import { adminRoutes } from "../parts/routes.ts";
import { colorsOf, type Look, lookIn, queryOfLook, shellWith } from "./look-fields.ts";

const path = "/admin/appearance/preview";

const previewedPages = ["home", "course", "sign-in"] as const;
type PreviewedPage = (typeof previewedPages)[number];

/** The rights are those of a change: who may not make it sees no preview. */
const { getPage, postForm } = adminRoutes.extend<AdminPageRequest>(async (pageRequest, show) => {
  if (mayPerform(pageRequest.context.caller, updateAppearance)) return show(pageRequest);
  throw new Problem("role_required", "Your role does not include this page. An owner or a manager can open it.");
});

/**
 * GET /admin/appearance/preview: a page of the school as a visitor would see it with values that are not saved. Nothing
 * on it can be used, and pages of this site alone can frame it.
 */
export function appearancePreviews(app: FastifyInstance, { application }: AdminOptions): void {
  getPage(app, path, async (pageRequest, request) => {
    const page = previewedPages.find((name) => name === request.query["of"]) ?? "home";
    return sendPreview(pageRequest, application, { page, look: lookIn(valuesIn(request.query)) });
  });

  // The form of the appearance, without a script: its values travel in the next address, and its token does not.
  postForm(app, { path, formAt: "/admin/appearance/edit" }, ({ reply }, form, request) => {
    const page = previewedPages.find((name) => name === form.get("of")) ?? "home";
    return reply.redirect(`${path}?of=${page}&${queryOfLook(lookIn(new Map(fieldsOf(request))))}`, 303);
  });

  getPage(app, `${path}.css`, async ({ context, reply }, request) => {
    const look = lookIn(valuesIn(request.query));
    const shell = plainShell(await shellWith(context, await perform(showPageShell, context, {}), look));
    return guarded(reply).type("text/css; charset=utf-8").send(siteStyle(shell, ""));
  });

  getPage(app, "/admin/appearance/contrast", async (pageRequest, request) => {
    const page = derivedPageOf(pageRequest, "/appearance");
    const { appearance } = await perform(showPageShell, pageRequest.context, {});
    const colors = { ...appearance.colors, ...colorsOf(lookIn(valuesIn(request.query))) };
    return sendJson(guarded(pageRequest.reply), { warnings: contrastTexts(page, lowContrasts(colors)) });
  });
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
