// The headers of all that people get from nginx, where there is an nginx.
import { connect } from "node:tls";
import { describe, expect, it } from "vitest";
import { toRefusal } from "#server/platform/http/handle-errors.ts";
import { commonHeaders } from "#server/platform/http/headers.ts";
import { findHeaderFaults } from "./check-headers.ts";
import { openProxiedShop, postJson, shareProxiedShop } from "./open-proxied-shop.ts";
import {
  createProxyClient,
  hasNginx,
  type Nginx,
  type ProxyRequest,
  type ProxyResponse,
} from "./start-nginx.ts";

const sharedShop = shareProxiedShop();

/** What no client would send, as it is. */
function speak({ url, ca }: Nginx, text: string): Promise<ProxyResponse> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let heard = "";
    const socket = connect({ host: "127.0.0.1", port: Number(port), servername: hostname, ca });
    socket.setEncoding("utf8").on("data", (bytes) => {
      heard += bytes;
    });
    socket.once("error", reject).once("end", () => {
      const [head = "", body = ""] = heard.split("\r\n\r\n");
      const [first = "", ...lines] = head.split("\r\n");
      const raw = lines.flatMap((line) => line.split(/: (.*)/).slice(0, 2));
      resolve({ status: Number(first.split(" ")[1]), headers: {}, raw, body });
    });
    socket.write(text);
  });
}

const saidIn = ({ raw }: ProxyResponse, name: string) =>
  raw.filter((_, at) => at % 2 === 1 && raw[at - 1]?.toLowerCase() === name);
/** Those that every answer of the shop carries. */
const shop = { origin: "https://shop.example", provider: undefined, pictureHosts: [] };
const common = Object.keys(commonHeaders(shop));
const hsts = "strict-transport-security";

describe.skipIf(!hasNginx)("what nginx says itself", () => {
  const strict = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  const pass = "GET / HTTP/1.1\r\nconnection: close\r\n";
  const big = postJson(JSON.stringify({ name: "x".repeat(1_100_000) }));
  const bigPicture = postJson("x".repeat(9_500_000), { "content-type": "multipart/form-data" });
  type Says = (given: {
    nginx: Nginx;
    ask: ReturnType<typeof createProxyClient>;
  }) => Promise<ProxyResponse>;
  const plain: Says = ({ nginx }) => createProxyClient(nginx, nginx.plainUrl)("/product");
  const inTheOpen: Says = ({ nginx }) => createProxyClient(nginx, nginx.plainUrl)("/api/parts");
  const elsewhere: Says = ({ ask }) => ask("/", { headers: { host: "elsewhere.example" } });
  const toTheWrongPort: Says = ({ nginx }) =>
    createProxyClient(nginx, nginx.url.replace("https:", "http:"))("/");

  it.each<[string, number, Says, string?]>([
    ["the way to https", 301, plain],
    ["what is sent in the open", 403, inTheOpen, "not-allowed"],
    ["another name", 421, elsewhere, "malformed"],
    ["numbers that are not for all", 404, ({ ask }) => ask("/metrics")],
    ["no request", 400, ({ nginx }) => speak(nginx, "Dear shop\r\n\r\n"), "malformed"],
    [
      "two names",
      400,
      ({ nginx }) => speak(nginx, `${pass}host: localhost\r\nhost: b\r\n\r\n`),
      "malformed",
    ],
    ["no encryption", 400, toTheWrongPort, "malformed"],
    ["a long address", 413, ({ ask }) => ask(`/api/parts?${"x".repeat(20_000)}`), "too-large"],
    [
      "long headers",
      413,
      ({ ask }) => ask("/", { headers: { x: "x".repeat(20_000) } }),
      "too-large",
    ],
    ["TRACE", 405, ({ ask }) => ask("/", { method: "TRACE" }), "method-not-allowed"],
    ["a large call", 413, ({ ask }) => ask("/api/orders", big), "too-large"],
    ["a large picture", 413, ({ ask }) => ask("/api/images", bigPicture), "too-large"],
  ])("of %s (%i) carries what the shop's own answers do", async (_, status, says, code) => {
    const { nginx, ask, reached } = await sharedShop();
    const answer = await says({ nginx, ask });
    expect(answer.status).toBe(status);
    const isOpen = says === plain || says === inTheOpen;
    expect(nginxFaults(answer, isOpen)).toEqual([]);
    expect(reached).toEqual([]);
    if (!code) return;
    expect(saidIn(answer, "content-type")).toEqual(["application/json; charset=utf-8"]);
    expect(JSON.parse(answer.body).error.code).toBe(code);
    const own = [400, 405, 413, 414, 431].map((at) => toRefusal({ statusCode: at }, "").toJSON());
    if (![403, 421].includes(status)) expect(own).toContainEqual(JSON.parse(answer.body));
  });

  it.each(["/", "/api/parts", "/api/images"])("while the shop is away, at %s", async (path) => {
    const { ask, stop } = await openProxiedShop();
    await stop();
    const answer = await ask(path);
    expect(answer.status).toBe(503);
    expect(saidIn(answer, "retry-after")).toEqual(["2"]);
    expect(nginxFaults(answer)).toEqual([]);
  });

  it("would be told, did one location say something of its own", async () => {
    const { ask } = await openProxiedShop((text) =>
      text.replace("return 404;", "add_header X-Own 1 always; return 404;"),
    );
    expect(nginxFaults(await ask("/metrics"))).toContain("x-content-type-options: ");
  });

  function nginxFaults(answer: ProxyResponse, isOpen = false): string[] {
    const wanted: Record<string, string> = {
      ...commonHeaders({ ...shop, ...(isOpen && { origin: "" }) }),
      "content-security-policy": strict,
      ...(answer.status >= 400 && { "cache-control": "no-store" }),
    };
    const names = [...new Set([...common, ...Object.keys(wanted)])];
    const said = (name: string) => saidIn(answer, name).join(" and ");
    return names
      .filter((name) => said(name) !== (wanted[name] ?? ""))
      .map((name) => `${name}: ${said(name)}`);
  }
});

describe.skipIf(!hasNginx)("what the shop says", () => {
  it("comes through nginx with each of its headers, once", async () => {
    const { ask, url } = await sharedShop();
    const file = /\/assets\/[^"]+\.js/.exec((await ask("/")).body)?.[0] ?? "";
    const etag = String((await ask("/api/parts")).headers.etag);
    const kinds: [number, string, ProxyRequest?][] = [
      [200, "/"],
      [200, "/?from=what-is-kept"],
      [404, "/nowhere"],
      [308, "/product/"],
      [200, file],
      [200, file],
      [200, "/api/parts"],
      [304, "/api/parts", { headers: { "if-none-match": etag } }],
      [401, "/api/ledger"],
      [413, "/api/identity/sign-in", postJson(JSON.stringify({ name: "x".repeat(70_000) }))],
      [413, "/api/parts", { headers: { x: "x".repeat(15_000), y: "y".repeat(15_000) } }],
    ];
    for (const [status, path, asked] of kinds) {
      const answer = await ask(path, asked);
      expect([path, answer.status]).toEqual([path, status]);
      const said = (name: string) => saidIn(answer, name).join(" and ") || undefined;
      expect(findHeaderFaults({ path, status, get: said })).toEqual(["server: nginx"]);
      for (const name of common)
        expect([path, name, saidIn(answer, name).length]).toEqual([path, name, 1]);
      expect(saidIn(answer, "cache-control").length).toBeLessThan(2);
      expect(said(hsts)).toBe("max-age=31536000; includeSubDomains");
    }
    // Word for word what the shop says to whoever asks it directly.
    const direct = await fetch(`${url}/`);
    const through = await ask("/");
    for (const name of [...common, "content-security-policy-report-only"]) {
      expect(saidIn(through, name)).toEqual([direct.headers.get(name)]);
    }
  });
});
