import { textTable } from "#lib/text/text-table.ts";
import { type DemoFile, demoFilePath } from "./demo-file.ts";

/** The terminal output about the demo: everything when it is new, later only the path of the file. */
export function demoNotice({ sites, isNew }: DemoFile & { isNew: boolean }, dataFolder: string): string {
  const file = demoFilePath(dataFolder);
  const request = requestText(sites);
  if (!isNew) {
    const addresses = sites.map(({ name, origin }) => [`  ${origin}`, name]);
    return `Demo sites (sign in with a member of ${file}):\n\n${textTable(addresses)}${request}`;
  }
  const tables = sites.map(({ name, origin, members }) => {
    const rows = members.map(({ email, password, roles }) => [`  ${email}`, password, roles.join(", ")]);
    return `${name}\n${origin}\n\n${textTable(rows, ["  email", "password", "roles"])}`;
  });
  return `This installation was empty, so it now has a demo.\n\n${tables.join("\n\n")}${request}\n\nThese credentials are also in ${file}. LECTERN_ENV=production creates no demo.`;
}

/** A request that lists the courses of the first site. */
function requestText([first]: DemoFile["sites"]): string {
  if (first?.apiKey === undefined) return "";
  const { origin, apiKey } = first;
  return `\n\nCall the API of ${first.name}:\n\n  curl -s "${origin}/api/v1/courses?limit=3" -H "Authorization: Bearer ${apiKey}"`;
}
