import { defineResource } from "#domain/platform/resource.ts";

/** Files and uploads. */
export const files = defineResource({
  ids: { file: "fil", upload: "upl" },
  tags: { files: "Images, videos and documents, with their usage.", uploads: "Multipart uploads of large files." },
  scopes: { read: null, write: "storage:write" },
  tables: [
    {
      table: "uploads",
      holds: "Uploads in progress",
      kind: "upload",
      owner: { column: "member_id" },
      personal: "filename external_id metadata",
      impersonal:
        "site_id id content_type byte_size sha256 part_size purpose visibility file_id version created_at updated_at deleted_at expires_at",
      fixed: "content_type sha256 purpose visibility",
      merging: { how: "move" },
      erasure: {
        how: "pseudonymize",
        blank: { filename: "'erased'", external_id: "null", metadata: "'{}'", expires_at: ":now" },
        why: "They are canceled.",
      },
    },
    {
      table: "files",
      holds: "Files and their uploaders",
      kind: "file",
      owner: { column: "member_id" },
      personal: "filename search_terms variants object_id sha256 external_id metadata",
      impersonal:
        "site_id id content_type byte_size purpose visibility width height duration_seconds status version created_at updated_at deleted_at",
      fixed: "content_type",
      exportedAs: "files",
      merging: { how: "move" },
      erasure: {
        how: "own",
        why: "Submitted files, pictures of the person (their own and those that the school chose, unless another resource uses them) and unused uploads are deleted with their bytes. Other files stay without the uploader.",
      },
    },
    {
      table: "stored_objects",
      holds: "Stored objects",
      impersonal: "site_id id released_at",
      erasure: { how: "keep", why: "They are deleted with the files that own them." },
    },
    {
      table: "upload_parts",
      holds: "Parts of uploads in progress",
      impersonal: "site_id upload_id number object_id byte_size sha256",
      erasure: { how: "keep", why: "They are deleted with their upload." },
    },
  ],
  audit: {
    names: { file: { en: "File", "zh-TW": "檔案" }, upload: { en: "Upload", "zh-TW": "上傳" } },
    actions: {
      completeUpload: { en: "An upload was completed", "zh-TW": "完成上傳" },
      cancelUpload: { en: "An upload was canceled", "zh-TW": "取消上傳" },
      startUpload: { en: "An upload was started", "zh-TW": "開始上傳" },
      createFile: { en: "A file was uploaded", "zh-TW": "新增檔案" },
      deleteFile: { en: "A file was deleted", "zh-TW": "刪除檔案" },
    },
  },
});
