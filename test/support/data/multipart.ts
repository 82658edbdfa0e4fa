import type { InjectOptions } from "fastify";

export interface Upload {
  /** File name and media type as declared by the browser. */
  name?: string;
  type?: string;
  bytes: Uint8Array;
}

/** A multipart form as a browser sends it (RFC 7578); without a file, as if none was chosen. */
export function multipart(
  fields: Record<string, string>,
  field: string,
  ...uploads: readonly (Upload | undefined)[]
): InjectOptions {
  const boundary = "----------------lectern";
  const parts = [
    ...Object.entries(fields).map(([key, value]) => Buffer.from(`${disposition(key)}\r\n\r\n${value}\r\n`)),
    ...(uploads.length > 0 ? uploads : [undefined]).map((upload) => {
      const { name = "", type = "application/octet-stream", bytes = new Uint8Array() } = upload ?? {};
      const head = `${disposition(field)}; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
      return Buffer.concat([Buffer.from(head), bytes, Buffer.from("\r\n")]);
    }),
  ];
  const opening = Buffer.from(`--${boundary}\r\n`);
  const closing = Buffer.from(`--${boundary}--\r\n`);
  return {
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([...parts.flatMap((part) => [opening, part]), closing]),
  };
}

const disposition = (name: string) => `Content-Disposition: form-data; name="${name}"`;
