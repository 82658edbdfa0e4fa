import { parseArgs } from "node:util";

export interface Options {
  /** Names of the rows to run. Empty: all. */
  only: readonly string[];
  rounds: number;
  seconds: number;
  warmUpSeconds: number;
  connections: number;
  markdown: boolean;
  scale: boolean;
  /** Measures our server also on tables that were never analyzed. */
  withoutStatistics: boolean;
  quick: boolean;
}

/** Name, description and contents of a benchmark. */
export interface Command {
  name: string;
  about: string;
  rows: readonly { name: string }[];
  scaleRows: readonly { name: string }[];
  /** True if the benchmark has the option `--without-statistics`. */
  comparesStatistics?: boolean;
}

const usage = ({ name, about, rows, scaleRows, comparesStatistics }: Command) => `Usage: npm run ${name} -- [options]

${about}

  --quick              short windows, to check that everything runs
  --only <rows>        rows to run, separated by commas: ${namesOf(rows)};
                       with --scale: ${namesOf(scaleRows)}
  --rounds <number>    measured windows per contender and row (default 5)
  --seconds <number>   duration of a window (default 5)
  --connections <n>    requests in flight (default 32)
  --scale              measure how the cost grows with members and sites, instead of the comparison
${comparesStatistics ? withoutStatisticsUsage : ""}  --markdown           print the table in the format of bench/README.md
  --help               show this help
`;

const withoutStatisticsUsage = `  --without-statistics measure Lectern also on tables that were never analyzed
`;

/** Parses the arguments. Exits with 0 after --help, and with 2 and a message if an argument is invalid. */
export function readOptions(command: Command): Options {
  const options = tryParsing(command);
  if (options) return options;
  process.stdout.write(usage(command));
  return process.exit(0);
}

/** Returns the rows named by `--only`, or all. */
export const chosenRows = <Named extends { name: string }>(rows: readonly Named[], { only }: Options): Named[] =>
  rows.filter(({ name }) => only.length === 0 || only.includes(name));

function tryParsing(command: Command): Options | undefined {
  try {
    return parse(command);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${message}\n\nSee npm run ${command.name} -- --help\n`);
    return process.exit(2);
  }
}

/** Undefined if --help was passed. */
function parse({ rows, scaleRows, comparesStatistics = false }: Command): Options | undefined {
  const { values } = parseArgs({
    options: {
      quick: { type: "boolean", default: false },
      only: { type: "string", multiple: true, default: [] },
      rounds: { type: "string" },
      seconds: { type: "string" },
      connections: { type: "string" },
      scale: { type: "boolean", default: false },
      "without-statistics": { type: "boolean", default: false },
      markdown: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return undefined;
  if (values["without-statistics"] && !comparesStatistics) throw new Error("Unknown option '--without-statistics'.");
  const [seconds, warmUpSeconds] = values.quick ? [1, 0.5] : [5, 2];
  return {
    only: values.only
      .flatMap((names) => names.split(","))
      .map((name) => oneOf(name.trim(), values.scale ? scaleRows : rows)),
    rounds: whole("rounds", values.rounds, values.quick ? 3 : 5),
    seconds: whole("seconds", values.seconds, seconds),
    warmUpSeconds,
    connections: whole("connections", values.connections, 32),
    markdown: values.markdown,
    scale: values.scale,
    withoutStatistics: values["without-statistics"],
    quick: values.quick,
  };
}

function whole(option: string, text: string | undefined, defaultValue: number): number {
  if (text === undefined) return defaultValue;
  const number = Number(text);
  if (Number.isInteger(number) && number > 0 && number <= 10_000) return number;
  throw new Error(`--${option} requires an integer from 1 to 10000, not "${text}".`);
}

function oneOf(name: string, rows: readonly { name: string }[]): string {
  if (rows.some((row) => row.name === name)) return name;
  throw new Error(`--only: unknown row "${name}". Available rows: ${namesOf(rows)}.`);
}

const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name).join(", ");
