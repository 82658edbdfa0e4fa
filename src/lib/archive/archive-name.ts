import { statSync } from "node:fs";
import path from "node:path";

/** `lectern-20261123T080000Z.tar` */
const nameOf = (time: Date): string => `lectern-${time.toISOString().replaceAll(/[-:]|\.\d+/g, "")}.tar`;

/** Returns the address of a new archive: the target itself, or a name in it if it is a folder. */
export function archiveNamed(target: string, now: Date): string {
  if (target.startsWith("s3://")) {
    const url = new URL(target);
    if (url.pathname === "" || url.pathname.endsWith("/")) url.pathname = `${url.pathname}${nameOf(now)}`;
    return url.href;
  }
  const isFolder = statSync(target, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isFolder ? path.join(target, nameOf(now)) : target;
}
