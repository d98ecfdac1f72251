// Values that no field expects.
import { list } from "./list.ts";
import { pick, random, randomBelow } from "./random.ts";

const deep = (depth: number, open: string, close: string) =>
  open.repeat(depth) + close.repeat(depth);

/** As they stand in a JSON text, because some of them are what no program can hold. */
const raw: readonly string[] = [
  ...["null", "true", "false", "[]", "{}", "0", "-0", "-1", "1.5", "1e3", "1e-7", "1e308", "1e309"],
  ...["-1e400", "2147483648", "-2147483649", "9007199254740993", "18446744073709551616"],
  ...[
    "9".repeat(400),
    `0.${"1".repeat(400)}`,
    "[null]",
    "[[]]",
    '[""]',
    '{"":""}',
    '{"length":1e9}',
  ],
  ...list`
    {"toString":1}  {"then":1}  {"valueOf":null}  {"$gt":""}  {"constructor":{"name":1}}`,
  ...[
    deep(50, "[", "]"),
    deep(5_000, "[", "]"),
    deep(30_000, "[", "]"),
    `[${"0,".repeat(3_000)}0]`,
  ],
  ...[`${'{"a":'.repeat(2_000)}1${"}".repeat(2_000)}`, `{${'"a":1,'.repeat(2_000)}"a":2}`],
  ...['"\\ud800"', '"\\udc00\\ud800"', '"a\\u0000b"', '"\\u0000"', '"\\ufeff"', '"\\u202e"'],
];

/** What is no JSON at all, or none that is taken. */
export const rawWrong: readonly string[] = list`
    NaN  Infinity  -Infinity  undefined  01  +1  .5  1.  0x10  1_000  'a'  /**/1  {a:1}  [1,]
    {"a":1,}  "\\x41"  "\\u12"  "\t"  {  [  "  }  nul`;

const texts: readonly string[] = [
  "",
  ...list`
    \x20  \t\n  null  undefined  NaN  true  0  -1  1e3  1e9  0x1F  1,5  ٣  [object Object]
    __proto__  constructor  toString  hasOwnProperty  ../../etc/passwd  \x00  a\x00b  \x01
    \x1b[31m  \r\nSet-Cookie: a=b  \x85  \u{2028}  \u{feff}  \u{ffff}`,
  ...["\u200b", "\u202e\u2066", "\u00ad", "e\u0301".repeat(80), "\u0300".repeat(300), "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G"],
  ...[
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
  ],
  ...["a".repeat(199), "a".repeat(201), "a".repeat(4_001), "€".repeat(3_000), "🛞".repeat(2_500)],
  ...[
    "a@b",
    "a@b.c",
    "@",
    "a@@b.cd",
    `${"a".repeat(250)}@b.cd`,
    "a@b.cd\n",
    "A@İ.com",
    '"a b"@c.de',
  ],
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
export function badText(): string {
  if (random() < 0.5) return pick(texts);
  if (random() < 0.1) return pick(halves);
  const length = pick([1, 2, 5, 20, 100, 300]);
  return Array.from({ length }, () => {
    const [from = 0, to = 0] = pick(ranges);
    return String.fromCodePoint(from + randomBelow(to - from + 1));
  }).join("");
}

export function badJson(depth = 0): string {
  const kind = random();
  if (kind < 0.4) return JSON.stringify(badText());
  if (kind < 0.75 || depth > 3) return pick(raw);
  if (kind < 0.85) return String((random() - 0.5) * 10 ** randomBelow(25));
  const inner = Array.from({ length: randomBelow(4) }, () => badJson(depth + 1));
  return kind < 0.92
    ? `[${inner.join(",")}]`
    : `{${inner.map((value) => `${JSON.stringify(badText())}:${value}`).join(",")}}`;
}
