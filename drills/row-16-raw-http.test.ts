// Row 16: what is no HTTP, or is HTTP for somebody else: refused in the one shape with all headers,
// or cut off; and whoever else is there notices nothing.
import { createServer, get } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { openShop } from "#tests/open-shop.ts";
import { type RawAnswer, sendRaw } from "../proofs/raw-http.ts";
import { abuses } from "./abuse.ts";
import { eachOf } from "./ask.ts";
import { report } from "./drill.ts";

/** What is wrong with how it was answered, if anything is. */
function faultOf({ statuses, headers, body, closed }: RawAnswer): string | undefined {
  if (!closed) return "the line was left open";
  if (statuses.length > 1) return `answered ${statuses.join(" and ")}`;
  const [status] = statuses;
  if (status === undefined) return undefined;
  if (status < 400 || status > 499) return `answered ${status}`;
  for (const name of ["content-security-policy", "x-content-type-options", "referrer-policy"]) {
    if (!headers[name]) return `${status} without ${name}`;
  }
  if (!/^\{"error":\{"code":"[a-z-]+","message":"[^"]+"\}\}$/.test(body))
    return `${status} ${body.slice(0, 80)}`;
  return undefined;
}

async function faultsAt(url: string): Promise<{ asked: number; faults: string[] }> {
  const all = [...abuses(url)];
  const faults = await eachOf(all, async ([name, bytes]) => {
    const fault = faultOf(await sendRaw(url, bytes));
    return fault ? [`${name}: ${fault}`] : [];
  });
  return { asked: all.length, faults: faults.flat() };
}

function ask(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, (response) => {
      response.resume().once("end", () => resolve(response.statusCode ?? 0));
    }).once("error", reject);
  });
}

describe("row 16: bytes that are no request", () => {
  it("are refused or cut off, and others are served meanwhile", async () => {
    const shop = await openShop();
    let honest = 0;
    let over = false;
    const others = (async () => {
      while (!over) {
        for (const path of ["/", "/api/parts", "/health"]) {
          expect(await ask(shop.url + path)).toBe(200);
          honest++;
        }
      }
    })();
    const { asked, faults } = await faultsAt(shop.url);
    over = true;
    await others;
    report({
      row: 16,
      check: "raw HTTP abuse",
      target: "4xx or close; the server lives",
      figure: `${asked} cases, ${faults.length} otherwise; ${honest} honest requests between, all 200`,
      pass: faults.length === 0,
    });
    expect(faults).toEqual([]);
    expect(asked).toBeGreaterThan(200);
    expect(honest).toBeGreaterThan(0);
  });

  it("would be told from a server that takes them as they come", async () => {
    const lenient = { insecureHTTPParser: true, requireHostHeader: false, maxHeaderSize: 1e7 };
    const server = createServer(lenient, (request, response) => {
      request.resume().once("end", () => response.end("served"));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === "object" ? address?.port : 0;
    const { asked, faults } = await faultsAt(`http://localhost:${port}`);
    expect(faults.length).toBeGreaterThan(asked / 2);
    expect(faults.filter((fault) => / answered 200/.test(fault)).length).toBeGreaterThan(asked / 4);
    // What Node says by itself to what it cannot read is not in our shape.
    expect(faults.some((fault) => / 400 without /.test(fault))).toBe(true);
  });
});
