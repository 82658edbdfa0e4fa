import path from "node:path";
import { fileTarget, withoutFileTargets } from "#domain/transfer/course-folder/body-links.ts";
import type { CourseDocument } from "#domain/transfer/course-folder/course-content.ts";
import type { AttachmentMatter } from "#domain/transfer/course-folder/course-front-matter.ts";
import { cut } from "../truncate.ts";
import { assetName } from "./asset-index.ts";
import type { OlxBlock } from "./block.ts";
import { markdownTextOf } from "./html-to-markdown-text.ts";
import type { OlxFolder } from "./olx-folder.ts";
import { plainTextOf } from "./plain-text-of.ts";
import { Attachments, staticFile } from "./static-files.ts";

/** The name that Open edX gives to the image of a course unless authors choose another one. */
const defaultCover = "images_course_image.jpg";

/** The image of the course: its setting, or the file with the default name. */
export function coverOf(olx: OlxFolder, root: OlxBlock): string | undefined {
  const { course_image: image } = root.element.attributes;
  const named = image === undefined || image === "" ? undefined : (assetName(image) ?? image);
  const file = staticFile(olx, named ?? defaultCover);
  if (file === undefined && named !== undefined && named !== defaultCover) {
    olx.warn(root, `the image of the course is left out: static/${named} does not exist`);
  }
  return file;
}

const maxSubtitle = 300;

export function subtitleOf(olx: OlxFolder): string {
  const file = "about/short_description.html";
  const text = plainTextOf(olx.text(file) ?? "");
  if (text.length > maxSubtitle) {
    const position = { file: path.join(olx.folder, file), element: { line: 1 } };
    olx.warn(position, `the short description is cut after ${maxSubtitle} characters: ${text.slice(maxSubtitle)}`);
  }
  return cut(text, maxSubtitle);
}

/** Shows the images of the course. Descriptions have no other files. */
export function descriptionOf(
  olx: OlxFolder,
  root: OlxBlock,
): Pick<CourseDocument, "description" | "descriptionImages"> {
  const overview = olx.text("about/overview.html");
  if (overview === undefined) return {};
  const block = { ...root, file: path.join(olx.folder, "about/overview.html"), element: { ...root.element, line: 1 } };
  const attachments = new Attachments(olx);
  const text = markdownTextOf(olx, block, overview, { attachments, shows: "images" });
  // The address of an image can be longer than its target.
  const images = text.split(fileTarget("")).length - 1;
  const isLong = images > 0 && text.length + images * addressLength > maxDescriptionCharacters;
  if (isLong) {
    const limit = `the description exceeds ${maxDescriptionCharacters} characters`;
    olx.warn(block, `with its images, ${limit}: they are left out, and its end if it is still too long`);
  } else if (text.length > maxDescriptionCharacters)
    olx.warn(block, `the description is cut after ${maxDescriptionCharacters} characters`);
  const isShown = ({ kind, file }: AttachmentMatter) =>
    !isLong && kind === "image" && file !== null && text.includes(fileTarget(file));
  const shownAttachments = attachments.all.filter(isShown);
  const others = attachments.all.filter((attached) => !isShown(attached));
  for (const { title } of others) olx.warn(block, `${title} is left out: descriptions have no such part`);
  return {
    description: cut(withoutFileTargets(text, pathsOf(others)), maxDescriptionCharacters),
    descriptionImages: [...pathsOf(shownAttachments)],
  };
}

const maxDescriptionCharacters = 100_000;

const addressLength = "/files/fil_".length + 26;

const pathsOf = (attachments: readonly AttachmentMatter[]): Set<string> =>
  new Set(attachments.flatMap(({ file }) => (file === null ? [] : [file])));
