import { asRecord } from "#lib/json/is-record.ts";
import { imageTypes } from "#lib/files/media-type.ts";
import type { Thumbnail } from "../../views/admin/derived/table.ts";

/** The largest image without a smaller version that a list still loads. */
const maxUnscaledBytes = 300_000;

/** The picture beside the name of a file. The address of a private file is signed for a short time. */
export function thumbnailOf(file: Readonly<Record<string, unknown>>): Thumbnail {
  const { content_type: type, filename, byte_size: size } = file;
  const isImage = imageTypes.some((each) => each === type);
  const format = typeof filename === "string" ? (/\.([a-z\d]{1,4})$/i.exec(filename)?.[1] ?? "") : "";
  const isSmall = typeof size === "number" && size <= maxUnscaledBytes;
  return {
    src: isImage ? (addressIn(smallest(file)) ?? (isSmall ? addressIn(file) : undefined)) : undefined,
    format: format.toUpperCase(),
  };
}

/** The image of a file for its own page, or undefined. */
export function pictureOf(file: Readonly<Record<string, unknown>>): string | undefined {
  if (!imageTypes.some((each) => each === file["content_type"])) return undefined;
  return addressIn(versionsOf(file).find(({ name }) => name === "medium") ?? file);
}

const versionsOf = ({ variants }: Readonly<Record<string, unknown>>) =>
  Array.isArray(variants) ? variants.map(asRecord) : [];

const smallest = (file: Readonly<Record<string, unknown>>) =>
  versionsOf(file).toSorted((one, other) => Number(one["width"]) - Number(other["width"]))[0] ?? {};

const addressIn = ({ url }: Readonly<Record<string, unknown>>): string | undefined =>
  typeof url === "string" ? url : undefined;
