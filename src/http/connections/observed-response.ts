import { type IncomingMessage, ServerResponse } from "node:http";
import type { UnreadResponses } from "./unread-responses.ts";

/** The last of the overloads, which has all parameters. */
type Write = Parameters<ServerResponse["write"]>;
type End = Parameters<ServerResponse["end"]>;

/** Returns the class of the responses of a server that notes when clients do not read them (`http.createServer`). */
export function observedResponse(unread: UnreadResponses): typeof ServerResponse {
  class ObservedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {}
  Object.assign(ObservedResponse.prototype, {
    write(this: ServerResponse, ...parameters: Write): boolean {
      const continues = ServerResponse.prototype.write.apply(this, parameters);
      // Node.js passes bytes on at the end of the tick. Until then, none of them count as read.
      if (!continues) setImmediate(() => this.writableNeedDrain && unread.add(this));
      return continues;
    },
    end(this: ServerResponse, ...parameters: End): ServerResponse {
      ServerResponse.prototype.end.apply(this, parameters);
      // The operating system accepts what fits into its own buffers immediately.
      if (this.socket && this.socket.writableLength > 0) unread.add(this);
      return this;
    },
  });
  return ObservedResponse;
}
