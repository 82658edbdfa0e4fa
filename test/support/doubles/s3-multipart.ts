import { randomUUID } from "node:crypto";

interface Answer {
  headers: Record<string, string>;
  text: string;
}

/** Objects of an S3 double that are uploaded in parts. */
export function multipartUploads(store: (key: string, bytes: Buffer) => void) {
  const running = new Map<string, Map<number, Buffer>>();
  /** Number of parts of each complete upload. */
  const completed: number[] = [];

  return {
    running,
    completed,
    answers: (method: string, query: URLSearchParams): boolean =>
      query.has("uploadId") || (method === "POST" && query.has("uploads")),

    answer(method: string, query: URLSearchParams, key: string, body: Buffer): Answer {
      const headers = { "content-type": "application/xml" };
      const id = query.get("uploadId");
      if (id === null) {
        const created = randomUUID();
        running.set(created, new Map());
        const fields = `<Key>${key}</Key><UploadId>${created}</UploadId>`;
        return { headers, text: `<InitiateMultipartUploadResult>${fields}</InitiateMultipartUploadResult>` };
      }
      const parts = running.get(id);
      if (!parts) throw new Error("There is no such upload.");
      if (method === "PUT") {
        const number = Number(query.get("partNumber"));
        parts.set(number, body);
        return { headers: { etag: `"part-${number}"` }, text: "" };
      }
      running.delete(id);
      if (method === "DELETE") return { headers, text: "" };
      const stated = [...body.toString().matchAll(/<ETag>(?:"|&quot;)part-(\d+)(?:"|&quot;)<\/ETag>/g)].map(([, n]) =>
        Number(n),
      );
      store(key, Buffer.concat(stated.map((number) => parts.get(number)!)));
      completed.push(stated.length);
      return { headers, text: `<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>` };
    },
  };
}
