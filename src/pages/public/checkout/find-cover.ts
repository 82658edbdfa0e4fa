import { showCourse } from "#domain/public-catalog/courses/courses.ts";
import { showDigitalProduct } from "#domain/public-catalog/digital-products.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { PublicPageRequest } from "../page-request.ts";

/** Returns the picture of the item at a path of the school. Null without one, and for items that are not public. */
export async function findCover({ context }: PublicPageRequest, path: string | null): Promise<string | null> {
  const [, area = "", slug = ""] = path?.split("/") ?? [];
  try {
    if (area === "courses" || (area === "learn" && slug !== "")) {
      return (await perform(showCourse, context, { course: slug })).coverUrl;
    }
    if (area === "digital-products") return (await perform(showDigitalProduct, context, { product: slug })).coverUrl;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
  return null;
}
