// Every input of a call: path, query, fields by name and value, headers.
import { type Call, callRoot } from "#contract/call.ts";
import { fieldsOf } from "./calls.ts";
import type { SentRequest } from "./send-request.ts";

export type Place = { name: string; put(text: string): SentRequest };

const headers = ["user-agent", "authorization", "accept", "if-none-match", "x-forwarded-for"];

export function placesIn(call: Call, right: SentRequest): Place[] {
  return [
    ...inPath(call, right),
    ...inQuery(call, right),
    ...inBody(call, right),
    ...inHead(right),
  ];
}

function inPath(call: Call, right: SentRequest): Place[] {
  const pieces = (callRoot + call.path).split("/");
  const [path = "", query] = right.path.split("?");
  return pieces.flatMap((piece, at) => {
    if (!piece.startsWith(":")) return [];
    const put = (text: string) => {
      const written = path.split("/").with(at, encoded(text)).join("/");
      return { ...right, path: query ? `${written}?${query}` : written };
    };
    return [{ name: `path ${piece}`, put }];
  });
}

function inQuery(call: Call, right: SentRequest): Place[] {
  const [path = "", query = ""] = right.path.split("?");
  const others = (name: string) =>
    query.split("&").filter((pair) => pair !== "" && pair.split("=")[0] !== name);
  const at = (name: string, pair: (text: string) => string): Place => ({
    name: `query ${name}`,
    put: (text) => ({
      ...right,
      path: `${path}?${[...others(name), pair(encoded(text))].join("&")}`,
    }),
  });
  return [
    ...Object.keys(call.query ?? {}).map((name) => at(name, (text) => `${name}=${text}`)),
    at("of an unknown name", (text) => `sort_by=${text}`),
    at("name", (text) => `${text}=1`),
  ];
}

function inBody(call: Call, right: SentRequest): Place[] {
  if (!call.body || right.body === undefined) return [];
  const own = JSON.parse(String(right.body)) as Record<string, unknown>;
  const withBody = (body: unknown) => ({ ...right, body: JSON.stringify(body) });
  return [
    ...fieldsOf(call).flatMap((field) => [
      { name: `field ${field}`, put: (text: string) => withBody({ ...own, [field]: text }) },
      { name: `field ${field}[]`, put: (text: string) => withBody({ ...own, [field]: [text] }) },
    ]),
    { name: "field name", put: (text) => withBody({ ...own, [text]: "x" }) },
    { name: "body", put: (text) => ({ ...right, body: text }) },
  ];
}

function inHead(right: SentRequest): Place[] {
  const cookie = String(right.headers?.cookie ?? "");
  const at = (name: string, put: (text: string) => string): Place => ({
    name: `header ${name}`,
    put: (text) => ({ ...right, headers: { ...right.headers, [name]: inOneLine(put(text)) } }),
  });
  return [
    ...headers.map((name) => at(name, (text) => text)),
    at("cookie", (text) => `${cookie}; theme=${text}`),
    at("cookie", (text) => cookie.replace(/=.*/, `=${text}`)),
  ];
}

/** Each character that could mean something to who takes the address apart. */
export function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
}

/** As it can travel in a header: one line of bytes. */
function inOneLine(text: string): string {
  return Buffer.from(text.replace(/\p{Cc}/gu, " ")).toString("latin1");
}
