import { hash } from "node:crypto";
import { contentOf, storeContent } from "#domain/files/files/content.ts";
import { keepFile } from "#domain/files/files/keep-file.ts";
import { newId } from "#domain/platform/ids.ts";
import { rows } from "#database/statements/sql.ts";
import { day, now } from "../clock.ts";
import { database } from "../databases/database.ts";
import { aPicture } from "./pictures.ts";
import { storage } from "./storage.ts";
import type { AMember, ASite } from "../world.ts";

/** A private picture under this name. */
export async function insertFiles(site: ASite, member: AMember, name: string): Promise<void> {
  const { id: memberId, accountId } = member;
  const caller = { kind: "session", sessionId: memberId, memberId, accountId, roles: ["owner"] } as const;
  const context = { ...site.context(), caller, storage };
  const bytes = aPicture({ width: 400, height: 10 });
  const content = await storeContent(context, contentOf(bytes, hash("sha256", bytes, "buffer")), "other");
  const kept = await keepFile(context, { filename: `${name}.png`, purpose: "other", visibility: "private" }, content);

  const dates = { createdAt: now(), updatedAt: now(), expiresAt: new Date(now().getTime() + day) };
  const upload = { id: newId(), filename: `${name}.mp4`, contentType: "video/mp4", byteSize: 1, partSize: 1, ...dates };
  const siteId = site.site.id;
  await database.run`
    insert into uploads ${rows({ siteId, ...upload, purpose: "other", visibility: "private", memberId })}`;
  const part = { uploadId: upload.id, number: 1, objectId: kept.objectId, byteSize: 1, sha256: kept.sha256 };
  await database.run`insert into upload_parts ${rows({ siteId, ...part })}`;
}
