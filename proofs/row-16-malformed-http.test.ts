// Row 16: malformed HTTP, or HTTP for another host, is refused while others are served.
import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import { onEnd } from "#tests/on-end.ts";
import { ask, eachOf } from "./ask.ts";
import { malformedRequests } from "./malformed-http.ts";
import { type RawAnswer, sendRaw } from "./raw-http.ts";
import { control, report } from "./report.ts";
import { startShop } from "./start-shop.ts";

const requiredHeaders = ["content-security-policy", "x-content-type-options", "referrer-policy"];

function faultOf({ statuses, headers, body, closed }: RawAnswer): string | undefined {
  if (!closed) return "the connection was left open";
  if (statuses.length > 1) return `answered ${statuses.join(" and ")}`;
  const [status] = statuses;
  if (status === undefined) return undefined;
  if (status < 400 || status > 499) return `answered ${status}`;
  const missing = requiredHeaders.find((name) => !headers[name]);
  if (missing) return `${status} without ${missing}`;
  const isRefusal = /^\{"error":\{"code":"[a-z-]+","message":"[^"]+"\}\}$/.test(body);
  return isRefusal ? undefined : `${status} ${body.slice(0, 80)}`;
}

async function faultsAt(url: string): Promise<{ sent: number; faults: string[] }> {
  const all = [...malformedRequests(url)];
  const faults = await eachOf(all, async ([name, bytes]) => {
    const fault = faultOf(await sendRaw(url, bytes));
    return fault ? [`${name}: ${fault}`] : [];
  });
  return { sent: all.length, faults: faults.flat() };
}

describe("row 16: malformed HTTP", () => {
  it("is refused or cut off, and others are served meanwhile", async () => {
    const shop = await startShop();
    let [served, isOver] = [0, false];
    const others = (async () => {
      while (!isOver) {
        for (const path of ["/", "/api/parts", "/health"]) {
          expect((await ask(shop.url, { method: "GET", path })).status).toBe(200);
          served++;
        }
      }
    })();
    const { sent, faults } = await faultsAt(shop.url);
    isOver = true;
    await others;
    report({
      check: "malformed HTTP",
      target: "4xx or close; the server lives",
      figure: `${sent} cases; ${served} proper requests between, all 200`,
      faults,
    });
    expect(sent).toBeGreaterThan(200);
    expect(served).toBeGreaterThan(0);
  });

  control("is found at a server that takes requests as they come", async () => {
    const lenient = { insecureHTTPParser: true, requireHostHeader: false, maxHeaderSize: 1e7 };
    const server = createServer(lenient, (request, response) => {
      request.resume().once("end", () => response.end("served"));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onEnd(() => server.close());
    const address = server.address();
    const port = typeof address === "object" ? address?.port : 0;
    const { sent, faults } = await faultsAt(`http://localhost:${port}`);
    expect(faults.length).toBeGreaterThan(sent / 2);
    expect(faults.filter((fault) => / answered 200/.test(fault)).length).toBeGreaterThan(sent / 4);
    // What Node itself answers to what it cannot parse is not in the shop's shape.
    expect(faults.some((fault) => / 400 without /.test(fault))).toBe(true);
  });
});
