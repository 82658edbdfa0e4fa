import { connect } from "node:net";

/** Sends these exact bytes, which no HTTP library would send, and reads until the server closes. */
export const sendRaw = (origin: string, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname, () => socket.write(bytes, "latin1"));
    let answer = "";
    socket.setEncoding("latin1").on("data", (text: string) => (answer += text));
    // A reset after a response is fine: the server had not read the rest.
    socket.on("error", (error) => (answer === "" ? reject(error) : resolve(answer)));
    socket.on("end", () => resolve(answer));
  });

/** Status codes of all responses on a connection. */
export const statusesOf = (answer: string): number[] =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3}) \w/g)].map(([, status]) => Number(status));
