import type { Output } from "../terminal/output.ts";

const width = 32;

/** Shows the progress of a command: one redrawn line on a terminal, otherwise one line per stage. */
export function showProgress<Stage extends string>(output: Output, titles: Record<Stage, string>) {
  const { stderr } = process;
  const draws = stderr.isTTY && !output.json;
  let last = "";

  const show = (stage: Stage, part: number): void => {
    const line = draws ? drawn(titles[stage], part) : titles[stage];
    if (line === last) return;
    if (draws) stderr.write(`\r\u001B[K${line}`);
    else output.note(line);
    last = line;
  };
  const end = (): void => {
    if (draws && last !== "") stderr.write("\r\u001B[K");
  };
  return { show, end };
}

function drawn(title: string, part: number): string {
  const full = Math.round(part * width);
  return `${title.padEnd(26)} ${"█".repeat(full)}${"░".repeat(width - full)} ${String(Math.floor(part * 100)).padStart(3)} %`;
}
