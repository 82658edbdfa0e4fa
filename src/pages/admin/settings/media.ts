import type { FastifyInstance } from "fastify";
import { Problem } from "#domain/platform/problem.ts";
import { sendPage } from "../../responses/send.ts";
import { type MediaProblem, mediaSettings } from "../../views/admin/settings/media.ts";
import { adminPageOf } from "../parts/page-request.ts";
import { getPage, postChanges } from "../parts/routes.ts";
import type { AdminOptions } from "#pages/admin/parts/options.ts";
import { saveSettings } from "./save-settings.ts";
import { adminSections } from "../sections.ts";

const { path } = adminSections.media;
const maxLength = 10_000;

/** GET and POST /admin/settings/media: origins of the segments of streams. */
export function mediaPages(app: FastifyInstance, { sites }: AdminOptions): void {
  getPage(app, path, async (pageRequest, request) => {
    const typed = pageRequest.context.site.settings.mediaOrigins.join("\n");
    const saved = request.query.done === "saved";
    return mediaSettings(adminPageOf(pageRequest, "media"), { typed, saved, problem: undefined });
  });

  postChanges(app, path, async (pageRequest, edited) => {
    const typed = (edited.form.get("origins") ?? "").slice(0, maxLength);
    const origins = originsIn(typed);
    try {
      if (edited.isChanged("origins")) {
        await saveSettings(pageRequest, sites, { mediaOrigins: [...origins.keys()] });
      }
    } catch (error) {
      const problem = problemIn(error, [...origins.values()]);
      const view = mediaSettings(adminPageOf(pageRequest, "media"), { typed, saved: false, problem });
      return sendPage(pageRequest.reply, view, { status: 422 });
    }
    return pageRequest.reply.redirect(`${path}?done=saved`, 303);
  });
}

/** Origins with the numbers of their lines, counted from 1, without duplicates. */
function originsIn(text: string): Map<string, number> {
  const origins = new Map<string, number>();
  for (const [index, line] of text.split("\n").entries()) {
    const origin = normalized(line.trim());
    if (origin !== "" && !origins.has(origin)) origins.set(origin, index + 1);
  }
  return origins;
}

/** As browsers write it, also from an address that ends in a slash. Anything else stays unchanged. */
function normalized(line: string): string {
  if (!URL.canParse(line)) return line;
  const { origin, href } = new URL(line);
  return href === `${origin}/` ? origin : line;
}

/** Maps a validation error of the settings to its line. Rethrows other errors. */
function problemIn(error: unknown, lines: readonly number[]): MediaProblem {
  if (!(error instanceof Problem) || error.code !== "validation_failed") throw error;
  const [, setting, index] = error.details.errors?.[0]?.pointer.split("/") ?? [];
  if (setting !== "mediaOrigins") throw error;
  const line = index === undefined ? undefined : lines[Number(index)];
  return line === undefined ? { kind: "too_many" } : { kind: "syntax", line };
}
