import type { Site } from "#domain/sites/site.ts";
import { formatId } from "#domain/ids.ts";

/** Where a picture is; everybody may see it. */
export const pictureAddress = ({ origin }: Site, fileId: string | null): string | null =>
  fileId === null ? null : `${origin}/files/${formatId("file", fileId)}`;
