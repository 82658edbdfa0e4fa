import type { RequestContext } from "#domain/platform/context.ts";
import { type Installation, openInstallation } from "#server/installation.ts";
import { requireExisting } from "../backup/existing-installation.ts";
import { chooseSite } from "../site/choose-site.ts";
import { asCli } from "./caller.ts";
import type { Output } from "./output.ts";
import { remoteAction, type RemoteInvocation } from "./remote-action.ts";

/** One run of a command. */
export interface Invocation extends RemoteInvocation {
  /**
   * Opens the installation's database. By default migrates it and checks the secret key, and creates the embedded one
   * if it is missing, unless it must exist. Closed when the command ends.
   */
  open: (options?: { migrates?: boolean; checksSecretKey?: boolean; mustExist?: boolean }) => Promise<Installation>;
  /** Opens the installation. Returns the context of the command at the named site, or at the only one. */
  atSite: (named: string | undefined) => Promise<RequestContext>;
}

/** Wraps a commander action: passes the invocation first, then arguments and options. */
export const action = <Args extends unknown[]>(work: (invocation: Invocation, ...args: Args) => Promise<void>) =>
  remoteAction<Args>(async (invocation, ...args) => {
    const { config, output, now } = invocation;
    let installation: Installation | undefined;

    const open: Invocation["open"] = async (options = {}) => {
      if (options.mustExist) requireExisting(config);
      return (installation ??= await openInstallation(config, { ...options, role: "command", log: noteOf(output) }));
    };
    const atSite = async (named: string | undefined) => {
      const opened = await open();
      return asCli(opened, await chooseSite(opened, named), now);
    };
    try {
      await work({ ...invocation, open, atSite }, ...args);
    } finally {
      await installation?.close();
    }
  });

/** Log lines of PostgreSQL (`LOG:  …`) are for server operators, not for commands. */
export const noteOf = (output: Output) => (line: string) => {
  if (!/^[A-Z]+: {2}/.test(line)) output.note(line);
};
