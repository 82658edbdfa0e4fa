import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { maxImageBytes } from "./image-limits.ts";

const program = path.join(import.meta.dirname, "image-program.ts");

/** The image, its variants, and the line that describes them. */
const maxOutput = 2 * maxImageBytes;

/**
 * `square`: cropped to a square. `print`: a PNG for documents. `drawing`: a PNG of a drawing of ours. Others have
 * variants.
 */
export type ImageForm = "square" | "print" | "drawing";

/** Runs the image program and returns its output; undefined if it fails or writes too much. */
export async function runImageProgram(
  bytes: Buffer,
  { mediaType, form }: { mediaType: string; form?: ImageForm | undefined },
  timeLimit: number,
): Promise<Buffer | "timeout" | undefined> {
  const child = spawn(process.execPath, [program, mediaType, ...(form === undefined ? [] : [form])], {
    // No server environment: it contains secrets.
    env: { PATH: process.env["PATH"], MALLOC_ARENA_MAX: "2" },
    stdio: ["pipe", "pipe", "ignore"],
  });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    child.kill("SIGKILL");
  }, timeLimit);
  try {
    const closed: Promise<unknown[]> = once(child, "close");
    const chunks: Buffer[] = [];
    let length = 0;
    child.stdout.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxOutput) child.kill("SIGKILL");
      else chunks.push(chunk);
    });
    // It may exit before reading everything: its exit status tells why.
    child.stdin.on("error", () => {}).end(bytes);
    const [status] = await closed;
    if (isLate) return "timeout";
    return status === 0 ? Buffer.concat(chunks) : undefined;
  } finally {
    clearTimeout(timer);
  }
}
