import type { FastifyInstance, FastifyReply } from "fastify";
import { LRUCache } from "lru-cache";
import { drawImage } from "#domain/files/files/images/image.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";
import { readSchoolIcon, versionOfSchoolLook } from "#domain/site/appearance/school-look.ts";
import { isFieldOf } from "#lib/json/typed-object.ts";
import { fingerprint } from "#lib/ids/fingerprint.ts";
import { initial } from "#lib/look/site-icon.ts";
import {
  appIconAddress,
  appIcons,
  type AppIcon,
  hasPicture,
  manifestPath,
  pageColors,
} from "../views/public/installable.ts";
import { openSharedRequest, type PublicPageRequest } from "./page-request.ts";

/** GET /manifest.webmanifest and /app-icons/…: what browsers need to install the school as an app. */
export function installation(app: FastifyInstance): void {
  app.get(manifestPath, async (request, reply) => {
    const body = JSON.stringify(manifestOf(await openSharedRequest(request)));
    return reply
      .header("cache-control", "public, no-cache")
      .header("etag", `"${fingerprint(body, 22)}"`)
      .type("application/manifest+json; charset=utf-8")
      .send(body);
  });

  app.get<{ Params: { file: string } }>("/app-icons/:file", async (request, reply) => {
    const { context, shell } = await openSharedRequest(request);
    const { file } = request.params;
    const background = pageColors(shell).light;
    if (file === "initial.svg") {
      const svg = initialIcon(context.site.name, shell.appearance.colors.primary);
      return sendIcon(reply, svg, "image/svg+xml; charset=utf-8");
    }
    const name = file.replace(/\.png$/, "");
    const isKnown = file.endsWith(".png") && isFieldOf(appIcons, name);
    const bytes = isKnown && hasPicture(shell) ? await iconOf(context, name, background) : undefined;
    if (!bytes) throw new Problem("not_found", "There is no icon at this address.");
    return sendIcon(reply, bytes, "image/png");
  });
}

/** https://www.w3.org/TR/appmanifest/ */
function manifestOf({ context, shell }: Pick<PublicPageRequest, "context" | "shell">) {
  const { site } = context;
  const background = pageColors(shell).light;
  const pictures = (["192", "512", "maskable-512"] as const).map((icon) => {
    const { side, purpose } = appIcons[icon];
    return { src: appIconAddress(icon, shell), sizes: `${side}x${side}`, type: "image/png", purpose };
  });
  const drawn = { src: appIconAddress("initial", shell), sizes: "any", type: "image/svg+xml", purpose: "any maskable" };
  return {
    id: "/learn",
    name: site.name,
    short_name: shortName(site.name),
    start_url: "/learn",
    scope: "/",
    display: "standalone",
    lang: site.defaultLocale,
    background_color: background,
    theme_color: background,
    icons: hasPicture(shell) ? pictures : [drawn],
  };
}

const maxIconLabelLength = 12;

/** Returns the first words of a name that fit below an icon. */
function shortName(name: string): string {
  if (name.length <= maxIconLabelLength) return name;
  const words = name.split(/\s+/u);
  let short = "";
  for (const word of words) {
    if (`${short} ${word}`.trim().length > maxIconLabelLength) break;
    short = `${short} ${word}`.trim();
  }
  return short === "" ? [...name].slice(0, maxIconLabelLength).join("") : short;
}

const sendIcon = (reply: FastifyReply, body: string | Uint8Array, type: string): FastifyReply =>
  reply
    .header("cache-control", "public, max-age=86400")
    .header("content-security-policy", "default-src 'none'; sandbox")
    .type(type)
    .send(typeof body === "string" ? body : Buffer.from(body));

/** A school without a picture has its initial. */
function initialIcon(name: string, color: string): string {
  const letter = initial(name).replaceAll(/[<>&"]/g, "·");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" fill="${color}"/><text x="256" y="352" font-family="serif" font-size="272" text-anchor="middle" fill="#fff">${letter}</text></svg>`;
}

/** Bytes of icons. Each is drawn again after a change of the look; requests at the same time share one drawing. */
const drawn = new LRUCache<string, Promise<Uint8Array | undefined>>({ max: 200 });

async function iconOf(context: RequestContext, name: AppIcon, background: string): Promise<Uint8Array | undefined> {
  const key = `${context.site.id} ${await versionOfSchoolLook(context)} ${name} ${background}`;
  let icon = drawn.get(key);
  if (!icon) {
    icon = drawIcon(context, name, background);
    drawn.set(key, icon);
    icon.catch(() => drawn.delete(key));
  }
  return icon;
}

/** Share of the side that the picture takes. Systems cut maskable icons to the circle in their middle. */
const shares = { any: 1, touch: 0.84, maskable: 0.64 } as const;

async function drawIcon(context: RequestContext, name: AppIcon, background: string): Promise<Uint8Array | undefined> {
  const picture = await readSchoolIcon(context);
  if (!picture) return undefined;
  const { side, purpose } = appIcons[name];
  const inner = Math.round(side * shares[purpose]);
  const offset = Math.round((side - inner) / 2);
  const data = Buffer.from(picture.bytes).toString("base64");
  const ground = purpose === "any" ? "" : `<rect width="${side}" height="${side}" fill="${background}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${side} ${side}">${ground}<image x="${offset}" y="${offset}" width="${inner}" height="${inner}" href="data:${picture.mediaType};base64,${data}"/></svg>`;
  const read = async () => Buffer.from(svg);
  const siteId = context.site.id;
  return (await drawImage({ siteId, mediaType: "image/svg+xml", drawing: true, read })).picture.bytes;
}
