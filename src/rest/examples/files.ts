import { exampleId } from "#domain/platform/ids.ts";
import { type ResponseExamples, type Examples, type ResourceExamples, exampleOrigin } from "./examples.ts";

export const fileExamples: Examples = {
  startUpload: {
    filename: "finding-north.mp4",
    content_type: "video/mp4",
    byte_size: 734003200,
    purpose: "lecture_media",
    visibility: "private",
  },
  createFile: {
    from_url: "https://images.example/dome.jpg",
    filename: "dome.jpg",
    purpose: "course_cover",
    visibility: "public",
  },
};

const chart = { filename: "dome.jpg", content_type: "image/jpeg", byte_size: 482_133, visibility: "public" };

export const fileResources: ResourceExamples = {
  file: {
    ...chart,
    sha256: "9f".repeat(32),
    purpose: "course_cover",
    url: `${exampleOrigin}/files/${exampleId("file")}`,
    width: 1600,
    height: 900,
    status: "ready",
  },
  ImportPreview: {
    resource: "members",
    encoding: "utf-8",
    platform: "teachable",
    columns: [{ header: "Full name", column: "name", sample: "Ana Lima" }],
    targets: ["email", "name"],
    missing: ["email"],
    total: 240,
    rows: [{ row_number: 2, values: { name: "Ana Lima" }, problem: "Expected an email address." }],
    left_behind: ["passwords"],
  },
  FileVariant: {
    name: "small",
    url: `${exampleOrigin}/files/${exampleId("file")}/small`,
    content_type: "image/webp",
    byte_size: 24_310,
    width: 400,
    height: 225,
  },
  FileReference: { object: "course", id: exampleId("course") },
  upload: {
    filename: "finding-north.mp4",
    content_type: "video/mp4",
    byte_size: 734_003_200,
    purpose: "lecture_media",
    visibility: "private",
    upload_url: `${exampleOrigin}/api/v1/uploads/${exampleId("upload")}/parts`,
    part_size: 16_777_216,
    part_count: 44,
  },
  upload_part: { number: 1, byte_size: 16_777_216, sha256: "9f".repeat(32) },
};

export const fileResponses: ResponseExamples = {
  startUpload: { received_parts: [] },
};
