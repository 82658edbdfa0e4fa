import type { Examples } from "./examples.ts";

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
