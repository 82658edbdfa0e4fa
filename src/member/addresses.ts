import type { Site } from "#domain/platform/site/site.ts";
import { formatId } from "#domain/platform/ids.ts";

/** The public URL of a picture. */
export const pictureAddress = ({ origin }: Site, fileId: string | null): string | null =>
  fileId === null ? null : `${origin}/files/${formatId("file", fileId)}`;
