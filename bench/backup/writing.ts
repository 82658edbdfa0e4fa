import { host, type Filled } from "./fill.ts";
import { requestText } from "./request.ts";

/** Refreshes tokens without a pause, each writer those of one member, until it is stopped. */
export function startWriting(port: string, { refresh, clientId }: Filled): { stop(): Promise<number> } {
  const state = { stopping: false, written: 0 };
  const writers = refresh.map(async (first) => {
    let token = first;
    while (!state.stopping) {
      const form = { grant_type: "refresh_token", refresh_token: token, client_id: clientId };
      const answer = await requestText(port, host, "/api/oauth/token", { form });
      if (!answer.startsWith("200 ")) throw new Error(`A write failed: ${answer}`);
      ({ refresh_token: token } = JSON.parse(answer.slice(4)) as { refresh_token: string });
      state.written++;
    }
  });
  return {
    async stop() {
      state.stopping = true;
      await Promise.all(writers);
      return state.written;
    },
  };
}
