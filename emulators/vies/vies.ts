// VIES, the register of VAT numbers, as its REST interface answers. The last digit of a number decides:
// 0 is unknown, 9 finds the member state unavailable, 8 is slow; all others are valid.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const host = "127.0.0.1";
const maxBodyBytes = 4_096;
const slowMs = 5_000;

export type Vies = {
  url: string;
  /** How often each number was asked. */
  asked: ReadonlyMap<string, number>;
  /** Nothing is answered until what this returns is called. */
  hold(): () => void;
  close(): Promise<void>;
};

type Options = { port?: number };

export async function startVies({ port = 0 }: Options = {}): Promise<Vies> {
  const asked = new Map<string, number>();
  let held = Promise.resolve();
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse) {
    if (request.method !== "POST" || request.url !== "/rest-api/check-vat-number") {
      return send(response, 404, { actionSucceed: false, errorWrappers: [{ error: "NOT_FOUND" }] });
    }
    const { countryCode, vatNumber } = await readBody(request);
    if (!/^[A-Z]{2}$/.test(`${countryCode}`) || !/^[0-9A-Z+*.]{2,12}$/.test(`${vatNumber}`)) {
      return refuse(response, "INVALID_INPUT");
    }
    const vatId = `${countryCode}${vatNumber}`;
    asked.set(vatId, (asked.get(vatId) ?? 0) + 1);
    await held;
    const lastDigit = /(\d)\D*$/.exec(vatId)?.[1];
    if (lastDigit === "9") return refuse(response, "MS_UNAVAILABLE");
    if (lastDigit === "8") await new Promise((resolve) => setTimeout(resolve, slowMs));
    const valid = lastDigit !== "0";
    send(response, 200, {
      countryCode,
      vatNumber,
      requestDate: new Date().toISOString(),
      valid,
      requestIdentifier: "",
      name: valid ? "EXAMPLE COMPANY" : "---",
      address: valid ? "EXAMPLE STREET 1" : "---",
    });
  }

  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${bound}/rest-api`,
    asked,
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function refuse(response: ServerResponse, error: string): void {
  send(response, 500, { actionSucceed: false, errorWrappers: [{ error }] });
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = "";
  for await (const chunk of request) {
    text += chunk;
    if (text.length > maxBodyBytes) throw new Error("The body is too long");
  }
  return JSON.parse(text);
}
