import { getFile } from "#domain/files/files/list-files.ts";
import { imageTypes } from "#domain/files/files/media-type.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";

/** Type and title of an attachment, as its file suggests. */
export interface AttachedFile {
  kind: "image" | "video" | "audio" | "pdf" | "file";
  title: string;
}

/** Characters of a title. */
const maxTitle = 200;

/** Returns undefined for a file that the person may not see. */
export async function attachedFileOf(context: RequestContext, id: string): Promise<AttachedFile | undefined> {
  try {
    const { contentType, filename } = await perform(getFile, context, { id });
    return { kind: kindOf(contentType), title: titleOf(filename) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return undefined;
  }
}

function kindOf(type: string): AttachedFile["kind"] {
  if (imageTypes.some((each) => each === type)) return "image";
  if (type === "application/pdf") return "pdf";
  const [family = ""] = type.split("/", 1);
  return family === "video" || family === "audio" ? family : "file";
}

/** The name of the file without its ending, with spaces. */
function titleOf(filename: string): string {
  const name = filename
    .replace(/\.[A-Za-z0-9]{1,8}$/, "")
    .replaceAll("_", " ")
    .trim();
  return (name === "" ? filename : name).slice(0, maxTitle).toWellFormed();
}
