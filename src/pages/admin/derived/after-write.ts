import type { RequestContext } from "#domain/platform/context.ts";
import type { FoundPage } from "./addresses.ts";
import type { WireResult } from "./load-operation.ts";
import { pageAbove } from "./page-above.ts";
import { isPart } from "./place-in-lecture.ts";
import { addressOfResource } from "./resources.ts";

/** Notices of the next page. */
const notices = ["saved", "created", "deleted", "done", "merged", "unchanged", "published", "sent"] as const;
export type Notice = (typeof notices)[number];

/** Returns the notice that the address of a page asks for. */
export const noticeIn = (query: Readonly<Record<string, unknown>>): Notice | undefined =>
  notices.find((one) => one === query["done"]);

/** Returns the page to show after a write: what it made, or the nearest page above it. */
export function addressAfter(
  { caller }: RequestContext,
  page: FoundPage,
  result: WireResult | undefined,
  notice: Notice = usual(page),
): string {
  const { object, id } = result?.wire ?? {};
  const isShown = page.kind !== "create" || !shownAbove.has(page.route.path);
  const createdAddress =
    isShown && page.kind !== "delete" && page.kind !== "edit" && typeof object === "string" && typeof id === "string"
      ? addressOfResource(caller, object, id)
      : undefined;
  const lecture = page.kind === "act" ? undefined : lectureOf(page, result);
  const editor = lecture && addressOfResource(caller, "lecture", lecture);
  if (editor !== undefined) return `${editor}?done=${notice}`;
  const above = pageAbove(page.path);
  return `${createdAddress ?? (above ? `/admin${above.path}` : "/admin")}?done=${notice}`;
}

/** Parts that are seldom opened: a new one leads back to the page above it. */
const shownAbove: ReadonlySet<string> = new Set(["/courses/:course/plans"]);

/** The lecture whose part was written: its editor shows the part. */
function lectureOf({ route, params }: FoundPage, result: WireResult | undefined): string | undefined {
  const { object, lecture_id: of } = result?.wire ?? {};
  if (object === "attachment") return typeof of === "string" ? of : undefined;
  return isPart({ route }) ? Object.values(params)[0] : undefined;
}

const usual = ({ kind, path, route }: FoundPage): Notice =>
  path.endsWith("/publish")
    ? "published"
    : kind === "create" && route.path === "/messages"
      ? "sent"
      : kind === "create"
        ? "created"
        : kind === "edit"
          ? "saved"
          : kind === "delete"
            ? "deleted"
            : "done";
