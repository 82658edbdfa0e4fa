import { codes, RpcError } from "#mcp/protocol/json-rpc.ts";

/** The client did not declare a capability that the request needs. */
export class MissingCapability extends RpcError {
  constructor(capability: string) {
    const data = { requiredCapabilities: { [capability]: {} } };
    super(-32_021, `The client must declare the capability ${capability}.`, { data });
  }

  /** The status of this error is 400, unlike that of other errors of a valid request. */
  override inBand(): RpcError {
    return this;
  }
}

export const changedState = () => new RpcError(codes.invalidParams, "`requestState` was changed.");
