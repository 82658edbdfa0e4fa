import type { Site } from "#domain/platform/site/site.ts";
import { asRecord } from "#lib/json/is-record.ts";
import type { Message } from "../protocol/json-rpc.ts";
import { capabilitiesKey, type Era } from "../protocol/protocol.ts";
import { islandsVersion } from "#http/islands/bundled-islands.ts";
import { type App, appDocument } from "./document.ts";

/**
 * MCP Apps, an extension of MCP (2026-01-26): hosts show the result of a tool in a view, a sandboxed HTML document. The
 * documents contain no data of the site. The host passes the result, which it has anyway, to the view.
 */
export const appsExtension = "io.modelcontextprotocol/ui";
const mimeType = "text/html;profile=mcp-app";

/** Apps by the tool whose results they show. There are none without a build and a compiler of their scripts. */
const apps: Readonly<Record<string, App>> =
  islandsVersion === undefined
    ? {}
    : {
        get_course: {
          name: "course",
          title: "Course",
          hasImages: true,
          texts: ({ failed, part, course }) => ({ failed, part, ...course }),
        },
        get_quiz: {
          name: "quiz",
          title: "Quiz",
          hasImages: false,
          texts: ({ failed, part, quiz }) => ({ failed, part, ...quiz }),
        },
      };

const addressOf = ({ name }: App): string => `ui://lectern/${name}`;

/** Returns the metadata of a tool in `tools/list`, or undefined for tools without an app. */
export function appMetadata(tool: string): object | undefined {
  const app = Object.hasOwn(apps, tool) ? apps[tool] : undefined;
  // The second key is that of the first draft, which some hosts still read.
  return app && { ui: { resourceUri: addressOf(app) }, "ui/resourceUri": addressOf(app) };
}

/**
 * Returns true if the host may show apps. Clients of the newer protocol announce it with each request. For those of the
 * older protocol it is unknown here; hosts without apps ignore the metadata of tools.
 */
export function mayShowApps({ params }: Message, era: Era): boolean {
  if (era === "legacy") return true;
  const { extensions } = asRecord(asRecord(params["_meta"])[capabilitiesKey]);
  const { mimeTypes } = asRecord(asRecord(extensions)[appsExtension]);
  return Array.isArray(mimeTypes) && mimeTypes.includes(mimeType);
}

/** Returns the document of an app as the content of a resource, or undefined for other addresses. */
export async function readApp(site: Site, uri: string): Promise<object | undefined> {
  const app = Object.values(apps).find((known) => addressOf(known) === uri);
  const text = app && (await appDocument(app, site));
  if (text === undefined) return undefined;
  const csp = app?.hasImages ? { resourceDomains: [site.origin] } : {};
  return { mimeType, text, _meta: { ui: { csp, prefersBorder: true } } };
}
