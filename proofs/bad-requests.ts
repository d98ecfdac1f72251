// A valid request, made bad in one or two ways.

import type { Call } from "#contract/call.ts";
import type { Asked } from "./ask.ts";
import { badJson, badText, rawWrong } from "./bad-values.ts";
import { fieldsOf } from "./calls.ts";
import { list } from "./list.ts";
import { encoded, placesIn } from "./places.ts";
import { pick, randomBelow } from "./random.ts";

/** A longer head is refused before any of it is parsed; row 16 sends such. */
const longestHead = 14_000;

type Spoil = (call: Call, right: Asked) => Asked;

const types = [
  "",
  ...list`
    text/plain  text/json  application/x-www-form-urlencoded  multipart/form-data
    multipart/form-data; boundary=x  application/json; charset=utf-16  APPLICATION/JSON
    application/json; charset=x; charset=y  application/json, text/plain  application/json;
    application/jsonp  application/vnd.api+json  json  */*  /  ;  application/json\\`,
  ...["application/octet-stream", "application/xml", `application/json; a=${"b".repeat(4_000)}`],
];

const withType = (right: Asked, type: string): Asked => ({
  ...right,
  headers: { ...right.headers, "content-type": type },
});
const withBody = (right: Asked, body: string | Buffer): Asked =>
  withType({ ...right, body }, String(right.headers?.["content-type"] ?? "application/json"));
const withQuery = (right: Asked, pairs: string): Asked => ({
  ...right,
  path: right.path + (right.path.includes("?") ? "&" : "?") + pairs,
});

/** The fields of the body as they are written, so that they can be written as no program would. */
function pairsOf(right: Asked): [name: string, value: string][] {
  const body = JSON.parse(String(right.body ?? "{}")) as Record<string, unknown>;
  return Object.entries(body).map(([name, value]) => [name, JSON.stringify(value)]);
}
const written = (pairs: [string, string][]) =>
  `{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(",")}}`;

const ofBodies: Spoil[] = [
  ...Array.from(
    { length: 6 },
    (): Spoil => (call, right) => {
      const spoilt = pick(fieldsOf(call));
      const pairs = pairsOf(right).filter(([name]) => name !== spoilt);
      return withBody(right, written([...pairs, [spoilt ?? "", badJson()]]));
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
    const spoilt = pick([
      form.slice(0, randomBelow(80)),
      form,
      form.replaceAll("\r", ""),
      `${form}${form}`,
    ]);
    return withType({ ...right, body: spoilt }, "multipart/form-data; boundary=x");
  },
];

const ofAddresses: Spoil[] = [
  ...Array.from(
    { length: 6 },
    (): Spoil => (call, right) => {
      const places = placesIn(call, right).filter(({ name }) => !/^(field|body)/.test(name));
      return pick(places).put(badText());
    },
  ),
  ...Array.from(
    { length: 3 },
    (): Spoil => (call, right) => {
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

export function badRequest(call: Call, right: Asked): Asked {
  const ways = call.body && randomBelow(4) > 0 ? ofBodies : [...ofBodies.slice(12), ...ofAddresses];
  const once = pick(ways)(call, right);
  const bad = randomBelow(5) === 0 ? { ...pick(ofAddresses)(call, right), body: once.body } : once;
  const head = bad.path.length + Buffer.byteLength(JSON.stringify(bad.headers));
  return head > longestHead ? badRequest(call, right) : bad;
}
