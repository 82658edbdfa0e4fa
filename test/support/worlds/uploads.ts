import type { Operator } from "../../rest/support/operator.ts";
import { multipart } from "../data/multipart.ts";

export interface AFile {
  id: string;
  filename: string;
  url: string;
  content_type: string;
  byte_size: number;
  sha256: string;
  variants: { name: string; url: string; content_type: string; width: number; height: number }[];
  [field: string]: unknown;
}

/** Sends a file in a form, with other fields. */
export function sendFile(
  { site, bearer }: Operator,
  bytes: Uint8Array,
  fields: Record<string, string> = {},
  {
    name = "notes.txt",
    query = "",
    headers = {},
  }: { name?: string; query?: string; headers?: Record<string, string> } = {},
) {
  const form = multipart(fields, "file", { name, bytes });
  return site.request("POST", `/api/v1/files${query}`, {
    ...form,
    bearer,
    headers: { ...(form.headers as Record<string, string>), ...headers },
  });
}

/** Downloads a file by its URL. */
export const download = ({ site }: Operator, url: string, headers: Record<string, string> = {}) =>
  site.get(url.replace(site.origin, ""), { headers });
