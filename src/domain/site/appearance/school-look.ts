import { buffer } from "node:stream/consumers";
import { drawImage } from "#domain/files/files/images/image.ts";
import { findFile } from "#domain/files/files/queries.ts";
import { readObject } from "#domain/platform/storage/objects.ts";
import type { Context } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";
import { defaultColors } from "./appearance.ts";
import { findAppearance } from "./queries.ts";

/** Colors and logo of the school on its certificates and receipts. */
export interface SchoolLook {
  colors: { primary: string; accent: string };
  /** PNG. */
  logo: { bytes: Uint8Array; width: number; height: number } | undefined;
}

/** Changes with the look. 0: the school has not chosen one. */
export async function versionOfSchoolLook(context: Context): Promise<number> {
  const found = await findAppearance(context);
  return "since" in found ? 0 : found.version;
}

const maxLogoBytes = 2 * 1024 * 1024;

export async function readSchoolLook(context: Context): Promise<SchoolLook> {
  const found = await findAppearance(context);
  if ("since" in found) return { colors: defaultColors, logo: undefined };
  const { primary, accent } = { ...defaultColors, ...found.colors };
  return { colors: { primary, accent }, logo: await readLogo(context, found.logoFileId) };
}

/** A picture for icons of any size. */
export interface SchoolIcon {
  bytes: Uint8Array;
  mediaType: "image/png" | "image/svg+xml";
}

/** Smaller icons are for browser tabs. */
const minIconPixels = 96;

/** Returns the icon of the school, or its logo where the icon is missing or has few pixels. */
export async function readSchoolIcon(context: Context): Promise<SchoolIcon | undefined> {
  const found = await findAppearance(context);
  if ("since" in found) return undefined;
  const { faviconFileId, logoFileId } = found;
  const drawing = (await readDrawing(context, faviconFileId)) ?? (await readDrawing(context, logoFileId));
  if (drawing) return { bytes: drawing, mediaType: "image/svg+xml" };
  const icon = await readLogo(context, faviconFileId);
  const isLarge = icon !== undefined && Math.min(icon.width, icon.height) >= minIconPixels;
  const picture = isLarge ? icon : ((await readLogo(context, logoFileId)) ?? icon);
  return picture && { bytes: picture.bytes, mediaType: "image/png" };
}

/** An uploaded drawing, which was sanitized. It has no pixels that an icon would enlarge. */
async function readDrawing(context: Context, fileId: string | null): Promise<Uint8Array | undefined> {
  const file = fileId === null ? undefined : await findFile(context, fileId);
  const isDrawing = file?.visibility === "public" && file.contentType === "image/svg+xml";
  return isDrawing && file.byteSize <= maxLogoBytes ? buffer(await readObject(context, file.objectId)) : undefined;
}

/** The largest version within the limit. */
async function readLogo(context: Context, fileId: string | null): Promise<SchoolLook["logo"]> {
  const file = fileId === null ? undefined : await findFile(context, fileId);
  if (!file || file.visibility !== "public") return undefined;
  const versions = [file, ...file.variants].filter(({ byteSize }) => byteSize <= maxLogoBytes);
  const [largest] = versions.toSorted((one, other) => other.byteSize - one.byteSize);
  if (!largest) return undefined;
  const { contentType: mediaType, objectId } = largest;
  const read = async () => buffer(await readObject(context, objectId));
  try {
    const { picture } = await drawImage({ siteId: context.site.id, mediaType, print: true, read });
    return { bytes: picture.bytes, width: picture.width, height: picture.height };
  } catch (error) {
    // A document without the logo is better than none.
    if (error instanceof Problem) return undefined;
    throw error;
  }
}
