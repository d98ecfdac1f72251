// Row 16: malformed HTTP, or HTTP for another host, is refused while others are served.
import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import { onEnd } from "#tests/on-end.ts";
import { list } from "./list.ts";
import { type RawResponse, sendRaw } from "./raw-http.ts";
import { control, report } from "./report.ts";
import { mapConcurrently, sendRequest } from "./send-request.ts";
import { startShop } from "./start-shop.ts";

const smuggled = "GET /api/smuggled HTTP/1.1\r\nhost: localhost\r\n\r\n";
const big = "x".repeat(64 * 1024);

type Parts = {
  line?: string;
  host?: string | null;
  headers?: string[];
  body?: string;
  end?: string;
};

function malformedRequests(url: string): Map<string, string> {
  const own = new URL(url).host;
  const all = new Map<string, string>();
  const add = (name: string, parts: Parts) => {
    const { line = "GET /api/parts HTTP/1.1", host = own, headers = [], body = "" } = parts;
    const end = parts.end ?? "\r\n";
    const lines = [
      line,
      ...(host === null ? [] : [`host: ${host}`]),
      "connection: close",
      ...headers,
    ];
    all.set(name, `${lines.join(end)}${end}${end}${body}`);
  };
  const post = (name: string, headers: string[], body: string) =>
    add(name, {
      line: "POST /api/identity/sign-out HTTP/1.1",
      headers: [`origin: ${url}`, "content-type: application/json", ...headers],
      body,
    });

  for (const length of wrongLengths)
    post(`length ${show(length)}`, [`content-length: ${length}`], "{}");
  for (const lengths of ["2 2", "2 3", "3 2", "0 2", "2 0", "2 2000"]) {
    const two = lengths.split(" ").map((length) => `content-length: ${length}`);
    post(`lengths ${lengths}`, two, `{}${smuggled}`);
  }
  for (const coding of codings) {
    const both = ["content-length: 4", `transfer-encoding: ${coding}`];
    post(`length with coding ${show(coding)}`, both, `0\r\n\r\n${smuggled}`);
    post(`coding ${show(coding)} with length`, both.toReversed(), `0\r\n\r\n${smuggled}`);
  }
  for (const coding of codings.filter((each) => each !== "chunked" && each !== "Chunked")) {
    post(
      `coding ${show(coding)}`,
      [`transfer-encoding: ${coding}`],
      `2\r\n{}\r\n0\r\n\r\n${smuggled}`,
    );
  }
  const twice = ["transfer-encoding: chunked", "transfer-encoding: identity"];
  post("two codings", twice, "2\r\n{}\r\n0\r\n\r\n");
  for (const chunks of wrongChunks)
    post(`chunks ${show(chunks)}`, ["transfer-encoding: chunked"], chunks);

  for (const [name, header] of Object.entries(bigHeaders))
    add(`big: ${name}`, { headers: [header] });
  add("big: address", { line: `GET /${big} HTTP/1.1` });
  add("big: many headers", { headers: Array.from({ length: 3_000 }, (_, at) => `x-${at}: ${at}`) });
  add("big: method", { line: `${big} / HTTP/1.1` });
  for (const header of wrongHeaders) add(`header ${show(header)}`, { headers: [header] });
  for (const line of wrongLines) add(`line ${show(line)}`, { line });
  for (const path of ["/", "/api/parts", "/favicon.svg"]) {
    const line = `GET ${path} HTTP/1.1`;
    for (const host of wrongHosts(own)) add(`${path} of host ${show(host)}`, { line, host });
    add(`${path} of no host`, { line, host: null });
    add(`${path} of two hosts`, { line, headers: ["host: evil.example"] });
    add(`${path} of one host twice`, { line, headers: [`Host: ${own}`] });
  }
  add("no host in HTTP/1.0", { line: "GET / HTTP/1.0", host: null });
  add("lines that end with LF", { end: "\n" });
  add("lines that end with CR", { end: "\r" });
  add("lines that end with LF CR", { end: "\n\r" });
  for (const bytes of noHttp) all.set(`bytes ${show(bytes)}`, bytes);
  return all;
}

function show(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}...` : text);
}

const wrongLengths = [
  "",
  ...list`
    -1  +2  0x2  2abc  abc  2,2  2, 3  2.0  2e0  1 2  \x002  2\x00  ٢  99999999999999999999
    18446744073709551618  1e400  NaN  2;  "2"`,
];

const codings = [
  "chunked",
  "Chunked",
  "xchunked",
  "chunkedx",
  "chunked, identity",
  "identity",
  "gzip",
  "chunked;q=1",
  '"chunked"',
  "chun ked",
  "\x0bchunked",
  "chunked\x00",
  "chunked, gzip",
  "",
];

const wrongChunks = list`
  -2\r\n{}\r\n0\r\n\r\n  +2\r\n{}\r\n0\r\n\r\n  0x2\r\n{}\r\n0\r\n\r\n  g\r\n{}\r\n0\r\n\r\n
  ffffffffffffffffff\r\n{}\r\n0\r\n\r\n  2\r\n{}x\r\n0\r\n\r\n  2\r\n{}0\r\n\r\n  \r\n\r\n
  2\n{}\n0\n\n  2\r{}\r0\r\r  \x202\r\n{}\r\n0\r\n\r\n  2 \r\n{}\r\n0\r\n\r\n
  2\x00\r\n{}\r\n0\r\n\r\n  2;\x00=1\r\n{}\r\n0\r\n\r\n
  2;${"x".repeat(20_000)}\r\n{}\r\n0\r\n\r\n  2\r\n{}\r\n  5\r\n{}
  2\r\n{}\r\n0\r\nx: \x00\r\n\r\n  2\r\n{}\r\n0\r\nno colon\r\n\r\n  {}  2\r\n{}\r\n-0\r\n\r\n
  2\r\n{}\r\n0\r\nx: ${big}\r\n\r\n  2,2\r\n{}\r\n0\r\n\r\n  2\t\r\n{}\r\n0\r\n\r\n`;

const bigHeaders = {
  value: `x-big: ${big}`,
  name: `${big}: x`,
  cookie: `cookie: session=${big}`,
  agent: `user-agent: ${big}`,
  megabyte: `x-big: ${"y".repeat(1024 * 1024)}`,
  token: `authorization: Bearer ${big}`,
};

const wrongHeaders = list`
    x: a\x00b  x\x00: a  x: a\rb  x: a\nb  x y: a  x : a  : a  no colon  x\t: a
    x: a\r\n folded: b  x(: a  x@y: a  x: \x01  x: \x7f  x: \x0b  \x00  x\x80: a  {}: a  "x": a
    \x20x: a  \tx: a  x: a\r\r  expect: everything  expect: 200-ok  [x]: a  x/y: a  x;y: a`;

const wrongLines = [
  "",
  ...list`
    GET /api/parts  GET /api/parts HTTP/1.1 HTTP/1.1  GET\t/api/parts\tHTTP/1.1
    GET /api/parts HTTP/0.9  GET /api/parts HTTP/2.0  GET /api/parts HTTP/3
    GET /api/parts HTTP/1.11  GET /api/parts http/1.1  GET /api/parts HTTP/1
    GET /api/parts HTTP/1.x  GET /api/parts HTTPS/1.1  GET /api/ parts HTTP/1.1  GET HTTP/1.1
    get /api/parts HTTP/1.1  GET api/parts HTTP/1.1  GET /api\x00/parts HTTP/1.1
    GET /api/\x01 HTTP/1.1  GET * HTTP/1.1  GET http://evil.example/api/parts HTTP/1.1
    GET https://evil.example HTTP/1.1  GET ftp://localhost/ HTTP/1.1  G@T / HTTP/1.1
    GET evil.example:443 HTTP/1.1  GET \\ HTTP/1.1  GET javascript:alert(1) HTTP/1.1
    / GET HTTP/1.1  TRACE / HTTP/1.1  TRACE /api/parts HTTP/1.1  TRACK / HTTP/1.1
    CONNECT evil.example:443 HTTP/1.1  CONNECT / HTTP/1.1  OPTIONS * HTTP/1.1  PROPFIND / HTTP/1.1
    BREW /coffee HTTP/1.1  \x20/ HTTP/1.1  M-SEARCH * HTTP/1.1  DEBUG / HTTP/1.1
    SOURCE / HTTP/1.1  GET  GET\x00 / HTTP/1.1`,
];

const wrongHosts = (own: string) => [
  "",
  ...list`
    evil.example  evil.example:${own.split(":")[1] ?? ""}  ${own}.evil.example  evil.example@${own}
    ${own}@evil.example  ${own}/  ${own}, evil.example  ${own} evil.example  localhost.evil.example
    127.0.0.1.evil.example  2130706433  0x7f000001  0.0.0.0  [::]  [::1  ::1  localhost:x
    localhost:999999  localho\x80st  %6cocalhost  *  .  localhost\\evil.example`,
];

const noHttp = [
  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".padEnd(200, "\x9a"),
  "SSH-2.0-OpenSSH_9.6\r\n",
  "PROXY TCP4 6.6.6.6 127.0.0.1 1 80\r\nGET / HTTP/1.1\r\nhost: localhost\r\n\r\n",
  "\x00".repeat(1_000),
  "\xff".repeat(1_000),
  "\r\n".repeat(1_000),
  "HELO evil.example\r\n",
  "HTTP/1.1 200 OK\r\n\r\n",
  "<policy-file-request/>\x00",
  "*1\r\n$4\r\nPING\r\n",
  "GET / HTTP/1.1\r\nhost: ",
  "POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\n\r\n{",
];

const requiredHeaders = ["content-security-policy", "x-content-type-options", "referrer-policy"];

function faultOf({ statuses, headers, body, isClosed }: RawResponse): string | undefined {
  if (!isClosed) return "the connection was left open";
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
  const faults = await mapConcurrently(all, async ([name, bytes]) => {
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
          expect((await sendRequest(shop.url, { method: "GET", path })).status).toBe(200);
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
