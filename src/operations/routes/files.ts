import { completeUpload } from "#domain/files/files/uploads/complete-upload.ts";
import { createFile } from "#domain/files/files/create-file.ts";
import { deleteFile } from "#domain/files/files/delete-file.ts";
import { receiveUploadPart } from "#domain/files/files/uploads/receive-part.ts";
import * as uploads from "#domain/files/files/uploads/start-upload.ts";
import * as files from "#domain/files/files/list-files.ts";
import { act, create, read, receive, remove, upload, type Route } from "../route.ts";

/** Files, and uploads in one piece or in parts. */
export const fileRoutes: readonly Route[] = [
  create("/uploads", uploads.startUpload),
  receive("/uploads/:id/parts/:n", receiveUploadPart),
  read("/uploads/:id", uploads.getUpload),
  act("/uploads/:id/complete", completeUpload),
  remove("/uploads/:id", uploads.cancelUpload),
  upload("/files", createFile),
  read("/files", files.listFiles),
  read("/files/:id", files.getFile),
  remove("/files/:id", deleteFile),
];
