import { CLUSTER_NAME } from "./postmaster.ts";
import { PORT } from "./socket-folder.ts";

export interface ServerOptions {
  socketFolder: string;
  durable: boolean;
  /** Number of server processes that connect. */
  processes: number;
  /** Further settings, for one run. */
  settings?: Record<string, string> | undefined;
}

/** Returns the server's command line. Settings there override everything in the cluster. */
export function serverArguments(cluster: string, options: ServerOptions): string[] {
  const { socketFolder, durable, processes, settings } = options;
  const all = { ...serverSettings(socketFolder, processes), ...(durable ? {} : NOT_DURABLE), ...settings };
  return ["-D", cluster, ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}

/** Each process opens up to 50 connections. The others are for commands. */
const connectionsFor = (processes: number) => 50 * processes + 50;

function serverSettings(socketFolder: string, processes: number): Record<string, string> {
  return {
    cluster_name: CLUSTER_NAME,
    listen_addresses: "",
    port: String(PORT),
    unix_socket_directories: socketFolder,
    unix_socket_permissions: "0700",
    shared_buffers: "128MB",
    max_connections: String(connectionsFor(processes)),
    jit: "off",
    timezone: "UTC",
    log_timezone: "UTC",
    lc_messages: "C",
    // WAL that a failing archive leaves behind. Beyond it, the site matters more, and the archive starts again.
    max_slot_wal_keep_size: "4GB",
    log_destination: "stderr",
    logging_collector: "off",
    log_line_prefix: "",
    log_checkpoints: "off",
    // Statements, parameters and error details contain members' data and secrets.
    log_statement: "none",
    log_min_duration_statement: "-1",
    log_min_error_statement: "panic",
    log_parameter_max_length: "0",
    log_parameter_max_length_on_error: "0",
    log_error_verbosity: "terse",
  };
}

// For tests: a machine crash loses the cluster, a server crash does not. Several servers of a test share one cluster,
// each with some forty connections.
const NOT_DURABLE = { fsync: "off", full_page_writes: "off", max_connections: "300" };
