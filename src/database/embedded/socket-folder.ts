import { chmodSync, lchownSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EmbeddedDatabaseError } from "./errors.ts";
import type { Home } from "./home.ts";
import { isRoot } from "./run-as.ts";

/** The port only names the socket; nothing listens on TCP. */
export const PORT = 5432;

// sun_path in unix(4) of macOS has 104 bytes with the final NUL, in unix(7) of Linux 108.
const MAX_SOCKET_PATH = 103;

export interface SocketFolder {
  path: string;
  /** Created for one run of the server; must be removed afterwards. */
  isTemporary: boolean;
}

/**
 * Creates a private folder for the server's socket: in the home if the path is short enough, otherwise a temporary
 * one. A server that is started again gets the temporary folder of its predecessor.
 */
export function makeSocketFolder({ folder, runAs }: Home, previous?: string): SocketFolder {
  const socketInHome = join(folder, "socket");
  const isTemporary = !isShortEnough(socketInHome);
  const path = isTemporary ? makeTemporary(previous) : remake(socketInHome);
  chmodSync(path, 0o700);
  if (runAs) lchownSync(path, runAs.uid, runAs.gid);
  return { path, isTemporary };
}

function isShortEnough(folder: string): boolean {
  return Buffer.byteLength(join(folder, `.s.PGSQL.${PORT}`)) <= MAX_SOCKET_PATH;
}

// A random name, so that another user can neither create nor block it in advance.
function makeTemporary(previous: string | undefined): string {
  if (previous !== undefined) {
    // Fails if another user has created it meanwhile.
    mkdirSync(previous, { mode: 0o700 });
    return previous;
  }
  const parent = isRoot() || !isShortEnough(join(tmpdir(), "lectern-XXXXXX")) ? "/tmp" : tmpdir();
  return mkdtempSync(join(parent, "lectern-"));
}

function remake(path: string): string {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found !== undefined && !found.isDirectory()) {
    throw new EmbeddedDatabaseError(
      `${path} must be the folder of the database's socket, but is something else. Remove it.`,
    );
  }
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { mode: 0o700 });
  return path;
}
