// A valid request, made bad in one or two ways.
import type { Call } from "#contract/call.ts";
import { pick, random, randomBelow } from "#tests/random.ts";
import { fieldsOf } from "./calls.ts";
import { list } from "./list.ts";
import { encoded, placesIn } from "./places.ts";
import type { SentRequest } from "./send-request.ts";

const deep = (depth: number, open: string, close: string) =>
  open.repeat(depth) + close.repeat(depth);

/** As they stand in a JSON text, because some of them are what no program can hold. */
const raw: readonly string[] = [
  "null",
  "true",
  "false",
  "[]",
  "{}",
  "0",
  "-0",
  "-1",
  "1.5",
  "1e3",
  "1e-7",
  "1e308",
  "1e309",
  "-1e400",
  "2147483648",
  "-2147483649",
  "9007199254740993",
  "18446744073709551616",
  "9".repeat(400),
  `0.${"1".repeat(400)}`,
  "[null]",
  "[[]]",
  '[""]',
  '{"":""}',
  '{"length":1e9}',
  ...list`
    {"toString":1}  {"then":1}  {"valueOf":null}  {"$gt":""}  {"constructor":{"name":1}}`,
  deep(50, "[", "]"),
  deep(5_000, "[", "]"),
  deep(30_000, "[", "]"),
  `[${"0,".repeat(3_000)}0]`,
  `${'{"a":'.repeat(2_000)}1${"}".repeat(2_000)}`,
  `{${'"a":1,'.repeat(2_000)}"a":2}`,
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"a\\u0000b"',
  '"\\u0000"',
  '"\\ufeff"',
  '"\\u202e"',
];

/** What is no JSON at all, or none that is taken. */
const rawWrong: readonly string[] = list`
    NaN  Infinity  -Infinity  undefined  01  +1  .5  1.  0x10  1_000  'a'  /**/1  {a:1}  [1,]
    {"a":1,}  "\\x41"  "\\u12"  "\t"  {  [  "  }  nul`;

const texts: readonly string[] = [
  "",
  ...list`
    \x20  \t\n  null  undefined  NaN  true  0  -1  1e3  1e9  0x1F  1,5  ٣  [object Object]
    __proto__  constructor  toString  hasOwnProperty  ../../etc/passwd  \x00  a\x00b  \x01
    \x1b[31m  \r\nSet-Cookie: a=b  \x85  \u{2028}  \u{feff}  \u{ffff}`,
  "\u200b",
  "\u202e\u2066",
  "\u00ad",
  "e\u0301".repeat(80),
  "\u0300".repeat(300),
  "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G",
  "ß",
  "İ",
  "ﬀ",
  "ǰ",
  "ﷺ".repeat(30),
  "Ω≈ç√∫˜µ≤≥÷",
  "👩‍👩‍👧‍👦".repeat(20),
  "🏴‍☠️",
  "𝒳𝓎",
  "\u{10ffff}",
  "קוֹד",
  "ブレーキ",
  "a".repeat(199),
  "a".repeat(201),
  "a".repeat(4_001),
  "€".repeat(3_000),
  "🛞".repeat(2_500),
  "a@b",
  "a@b.c",
  "@",
  "a@@b.cd",
  `${"a".repeat(250)}@b.cd`,
  "a@b.cd\n",
  "A@İ.com",
  '"a b"@c.de',
  ...list`
    01a1fbc0-fc51-77f7-8977-e1364d4ea8a0  00000000-0000-0000-0000-000000000000
    01A1FBC0-FC51-77F7-8977-E1364D4EA8A0  {01a1fbc0-fc51-77f7-8977-e1364d4ea8a0}
    01a1fbc0fc5177f78977e1364d4ea8a0  ffffffff-ffff-ffff-ffff-ffffffffffff  2026-02-30T00:00:00Z
    0000-01-01T00:00:00Z  9999-12-31T23:59:59.999Z  2026-11-21  0001-01-01T00:00:00+23:59
    9999-12-31T23:59:59-23:59  2016-12-31T23:59:60Z  infinity  2026-11-21T24:00:00Z
    2026-11-21T00:00:00.123456789123456789Z  -271821-04-20T00:00:00Z  javascript:alert(1)
    https://  http://[  https://%00/  /images/  //x  data:,x  %  %%  %zz  %00  %ff  #{7*7}
    {{7*7}}  $(id)  \`id\`  |id  ' or 1=1--  '  it's  ';  ')--  "  \\  \\'  /*  $$`,
];

const halves = ["\ud800", "\udbff", "\udc00", "\udfff", "a\ud800b", "\udc00\ud800"];
const ranges =
  `00-1f 20-7e 80-ff 300-36f 590-6ff 2000-206f 3040-30ff e000-f8ff fff0-ffff 1f300-1faff
  e0000-e007f 10fff0-10ffff`
    .split(/\s+/)
    .map((range) => range.split("-").map((end) => Number.parseInt(end, 16)));

/** Half of the time one that has made trouble before, else of any letters. */
function badText(): string {
  if (random() < 0.5) return pick(texts);
  if (random() < 0.1) return pick(halves);
  const length = pick([1, 2, 5, 20, 100, 300]);
  return Array.from({ length }, () => {
    const [from = 0, to = 0] = pick(ranges);
    return String.fromCodePoint(from + randomBelow(to - from + 1));
  }).join("");
}

function badJson(depth = 0): string {
  const kind = random();
  if (kind < 0.4) return JSON.stringify(badText());
  if (kind < 0.75 || depth > 3) return pick(raw);
  if (kind < 0.85) return String((random() - 0.5) * 10 ** randomBelow(25));
  const inner = Array.from({ length: randomBelow(4) }, () => badJson(depth + 1));
  return kind < 0.92
    ? `[${inner.join(",")}]`
    : `{${inner.map((value) => `${JSON.stringify(badText())}:${value}`).join(",")}}`;
}

/** A longer head is refused before any of it is parsed; row 16 sends such. */
const longestHead = 14_000;

type Mutation = (call: Call, right: SentRequest) => SentRequest;

const types = [
  "",
  ...list`
    text/plain  text/json  application/x-www-form-urlencoded  multipart/form-data
    multipart/form-data; boundary=x  application/json; charset=utf-16  APPLICATION/JSON
    application/json; charset=x; charset=y  application/json, text/plain  application/json;
    application/jsonp  application/vnd.api+json  json  */*  /  ;  application/json\\`,
  "application/octet-stream",
  "application/xml",
  `application/json; a=${"b".repeat(4_000)}`,
];

const withType = (right: SentRequest, type: string): SentRequest => ({
  ...right,
  headers: { ...right.headers, "content-type": type },
});
const withBody = (right: SentRequest, body: string | Buffer): SentRequest =>
  withType({ ...right, body }, String(right.headers?.["content-type"] ?? "application/json"));
const withQuery = (right: SentRequest, pairs: string): SentRequest => ({
  ...right,
  path: right.path + (right.path.includes("?") ? "&" : "?") + pairs,
});

/** The fields of the body as they are written, so that they can be written as no program would. */
function pairsOf(right: SentRequest): [name: string, value: string][] {
  const body = JSON.parse(String(right.body ?? "{}")) as Record<string, unknown>;
  return Object.entries(body).map(([name, value]) => [name, JSON.stringify(value)]);
}
const written = (pairs: [string, string][]) =>
  `{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(",")}}`;

const bodyMutations: Mutation[] = [
  ...Array.from(
    { length: 6 },
    (): Mutation => (call, right) => {
      const mutated = pick(fieldsOf(call));
      const pairs = pairsOf(right).filter(([name]) => name !== mutated);
      return withBody(right, written([...pairs, [mutated ?? "", badJson()]]));
    },
  ),
  (_, right) => withBody(right, written(pairsOf(right).map(([name]) => [name, badJson()]))),
  (_, right) => withBody(right, written(pairsOf(right).toSpliced(randomBelow(3), 1))),
  (_, right) => withBody(right, written([...pairsOf(right), ...pairsOf(right)])),
  (_, right) => {
    const [name] = pick(pairsOf(right)) ?? [""];
    return withBody(right, written([...pairsOf(right), [name, badJson()]]));
  },
  (_, right) => withBody(right, written([...pairsOf(right), [badText(), badJson()]])),
  (_, right) => withBody(right, written([...pairsOf(right), ["__proto__", badJson()]])),
  (_, right) => withBody(right, badJson()),
  (_, right) => withBody(right, pick(rawWrong)),
  (_, right) => withBody(right, written([...pairsOf(right), ["a", pick(rawWrong)]])),
  (_, right) => withBody(right, String(right.body ?? "{}").slice(0, randomBelow(40))),
  (_, right) => withBody(right, String(right.body ?? "{}") + pick(["x", "{}", "\0", ",", "//"])),
  (_, right) => withBody(right, `\ufeff${right.body ?? "{}"}`),
  (_, right) => withBody(right, Buffer.from(String(right.body ?? "{}"), "utf16le")),
  (_, right) => withBody(right, Buffer.from([0x22, 0xff, 0xc0, 0xaf, 0xed, 0xa0, 0x80, 0x22])),
  (_, right) => withBody(right, " ".repeat(pick([1, 60_000, 70_000, 200_000]))),
  (_, right) => withBody(right, `{"a":"${"x".repeat(pick([60_000, 70_000, 200_000]))}"}`),
  (_, right) => withType(withBody(right, String(right.body ?? "{}")), pick(types)),
  (_, right) => ({ ...right, headers: { ...right.headers, "content-encoding": "gzip" } }),
  (_, right) => {
    const file = 'content-disposition: form-data; name="image"; filename="a.png"\r\n\r\nGIF89a';
    const form = `--x\r\n${file}\r\n--x--\r\n`;
    const mutated = pick([
      form.slice(0, randomBelow(80)),
      form,
      form.replaceAll("\r", ""),
      `${form}${form}`,
    ]);
    return withType({ ...right, body: mutated }, "multipart/form-data; boundary=x");
  },
];

const addressMutations: Mutation[] = [
  ...Array.from(
    { length: 6 },
    (): Mutation => (call, right) => {
      const places = placesIn(call, right).filter(({ name }) => !/^(field|body)/.test(name));
      return pick(places).put(badText());
    },
  ),
  ...Array.from(
    { length: 3 },
    (): Mutation => (call, right) => {
      const name = pick([...Object.keys(call.query ?? {}), "a", "__proto__", "constructor"]);
      const [one, other] = [badText(), badText()].map((each) => encoded(each));
      const pairs = [
        `${name}=${one}&${name}=${other}`,
        `${name}[]=${one}`,
        `${name}[a]=${one}`,
        name,
      ];
      return withQuery(right, pick([...pairs, `${name}=`, `=${one}`, `${name}.a=${one}`]));
    },
  ),
  (_, right) =>
    withQuery(right, pick(["%", "%zz=1", "a=%ff", "a=%c0%af", "&&&", "==", "?", ";", "#x"])),
  (_, right) => withQuery(right, `a=${"b".repeat(pick([1_000, 9_000]))}`),
  (_, right) => withQuery(right, Array.from({ length: 1_500 }, (_, at) => `a${at}=1`).join("&")),
  (_, right) => ({
    ...right,
    path: right.path.replace(/[^/?]+(?=$|\?)/, pick(["%ff", "%", "%00", "."])),
  }),
];

export function badRequest(call: Call, right: SentRequest): SentRequest {
  const ways =
    call.body && randomBelow(4) > 0
      ? bodyMutations
      : [...bodyMutations.slice(12), ...addressMutations];
  const once = pick(ways)(call, right);
  const bad =
    randomBelow(5) === 0 ? { ...pick(addressMutations)(call, right), body: once.body } : once;
  const head = bad.path.length + Buffer.byteLength(JSON.stringify(bad.headers));
  return head > longestHead ? badRequest(call, right) : bad;
}
