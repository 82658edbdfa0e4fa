import { connect } from "node:net";

/** Sends these very bytes, what no HTTP library would send, and reads until the server closes: the last request asks it to. */
export const sendRaw = (origin: string, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname, () => socket.write(bytes, "latin1"));
    let answer = "";
    socket.setEncoding("latin1").on("data", (text: string) => (answer += text));
    // Closed with a reset where the server had not read to the end: what it answered before counts all the same.
    socket.on("error", (error) => (answer === "" ? reject(error) : resolve(answer)));
    socket.on("end", () => resolve(answer));
  });

/** Those of the answers of a connection, one after the other. */
export const statusesOf = (answer: string): number[] =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3}) \w/g)].map(([, status]) => Number(status));
