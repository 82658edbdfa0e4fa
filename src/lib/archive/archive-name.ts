import { statSync } from "node:fs";
import path from "node:path";

const pattern = /^lectern-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar$/;

/** `lectern-20261123T080000Z.tar` */
export const archiveName = (time: Date): string => `lectern-${time.toISOString().replaceAll(/[-:]|\.\d+/g, "")}.tar`;

/** Returns the time in the name of an archive; undefined for another name. */
export function timeOfArchive(name: string): Date | undefined {
  const [, year, month, day, hour, minute, second] = pattern.exec(name) ?? [];
  return year === undefined ? undefined : new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/** Returns the address of a new archive: the target itself, or a name in it if it is a folder. */
export function archiveNamed(target: string, now: Date): string {
  if (target.startsWith("s3://")) {
    const url = new URL(target);
    if (url.pathname === "" || url.pathname.endsWith("/")) url.pathname = `${url.pathname || "/"}${archiveName(now)}`;
    return url.href;
  }
  const isFolder = statSync(target, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isFolder ? path.join(target, archiveName(now)) : target;
}
