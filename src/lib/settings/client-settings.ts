import { homedir } from "node:os";
import path from "node:path";

export const clientSettings = {
  LECTERN_API_KEY: {
    meaning: "API key or access token for lectern api and lectern listen. Without it, the commands use lectern login",
    default: "none",
    allowed: "an API key",
  },
} as const;

/** Settings of commands that call a site. */
export interface ClientConfig {
  apiKey: string | undefined;
  /** The folder of this user's own settings (XDG Base Directory Specification). */
  userFolder: string;
}

type Read = <Value>(name: keyof typeof clientSettings, parse: (text: string) => Value | undefined) => Value | undefined;

export const readClientSettings = (env: Readonly<Record<string, string | undefined>>, read: Read): ClientConfig => ({
  apiKey: read("LECTERN_API_KEY", (text) => (/^[\w.~+/=-]{1,1000}$/.test(text) ? text : undefined)),
  userFolder: path.join(configHome(env), "lectern"),
});

/** Relative paths are ignored, as the specification requires. */
const configHome = ({ XDG_CONFIG_HOME, HOME }: Readonly<Record<string, string | undefined>>): string =>
  XDG_CONFIG_HOME !== undefined && path.isAbsolute(XDG_CONFIG_HOME)
    ? XDG_CONFIG_HOME
    : path.join(HOME ?? homedir(), ".config");
