import { describe, expect, it } from "vitest";
import type { LineVerdict } from "#contract/number-lookup.ts";
import type { NumberPage } from "#contract/number-page.ts";
import type { CatalogueReply, SearchReply, Suggestion } from "#contract/search.ts";
import { aPart } from "#seed/builders.ts";
import { addParts } from "#server/modules/catalog/add-parts.ts";
import { fillCatalogue } from "#tests/fill-catalogue.ts";
import { type OpenShop, shareShop } from "#tests/open-shop.ts";
import { signUpAdmin } from "#tests/people.ts";
import { missedSearches } from "./tables.ts";

const open = shareShop();
let filled: Promise<OpenShop> | undefined;
async function openCatalogue(): Promise<OpenShop> {
  filled ??= fillCatalogue(await open());
  return filled;
}

async function get<Body>(path: string): Promise<Body> {
  const { status, body } = await (await openCatalogue()).get(`/api${path}`);
  expect(status).toBe(200);
  return body as Body;
}

type Suggestions = { exact: string | null; suggestions: Suggestion[] };
const suggest = (q: string) => get<Suggestions>(`/search/suggest?q=${encodeURIComponent(q)}`);
const find = (q: string, more = "") =>
  get<SearchReply>(`/search?q=${encodeURIComponent(q)}${more}`);
const list = (query: string) => get<CatalogueReply>(`/catalogue?${query}`);
const numbersOf = ({ items }: { items: { number: string }[] }) => items.map((each) => each.number);
const line = ({ group, text, why }: Suggestion) => `${group}: ${text} (${why})`;

describe("suggestions", () => {
  it.each([
    ["pw 2312", "numbers: PW-2312 (Ventilated Brake Disc · our number)"],
    ["2312", "numbers: PW-2312 (Ventilated Brake Disc · our number)"],
    ["PW-23", "numbers: PW-2286"],
    [
      "43512.0k",
      "numbers: 43512-0K050 (Alternator, 150 A · Corvane original number → PW-1150 replaces it)",
    ],
    ["4006381333931", "numbers: 4006381333931 (Alternator, 150 A · GTIN)"],
    ["РW-2312", "numbers: PW-2312 (Ventilated Brake Disc · our number)"],
  ])("of the number %s begin with it", async (q, first) => {
    const { suggestions } = await suggest(q);
    if (q === "PW-23") {
      expect(suggestions.map(({ text }) => text)).toEqual([
        "PW-2300",
        "PW-2311",
        "PW-2312",
        "PW-2330",
      ]);
    } else expect(line(suggestions[0] as Suggestion)).toBe(first);
  });

  it.each([
    ["PW-2132", "two characters swapped"],
    ["PW-2313", "one character differs"],
    ["PW-2212", "one character differs"],
    ["PW-22312", "one character too many"],
    ["PW-232", "one character was missing"],
    ["43512-OKO5O", "characters that look alike"],
    ["PW-I150", "characters that look alike"],
  ])("%s: %s", async (q, why) => {
    const { exact, suggestions } = await suggest(q);
    expect(exact).toBeNull();
    const similar = suggestions.filter(({ group }) => group === "similar");
    expect(similar.map((each) => each.why)).toContainEqual(expect.stringContaining(why));
  });

  it.each([
    ["alt", "types: Alternators (Part type)", "parts: Alternator, 150 A (PW-1150 · 14 V)"],
    ["alternators", "types: Alternators (Part type)", "parts: Alternator, 150 A (PW-1150 · 14 V)"],
    [
      "alternatro",
      "types: Alternators (Part type)",
      "parts: Alternator, 150 A (PW-1150 · 14 V · spelled “alternator”)",
    ],
    ["rotor", "types: Brake discs (Brakes)", "parts: Coated Brake Disc (PW-2330 · Front · 330 mm)"],
    ["14v", "sizes: 14v (14 V: voltage)", "parts: Alternator, 150 A (PW-1150 · 14 V)"],
    [
      "M20x1.5",
      "sizes: m20x1.5 (m20x1.5: position, thread)",
      "parts: Wheel Bolt (PW-6020 · M20 x 1.5)",
    ],
    ["ceramc", "parts: Ceramic Pad Set %_\\ 50 (PW-4411 · spelled “ceramic”)", undefined],
    [
      "brake disc coat",
      "types: Brake discs (Brakes)",
      "parts: Coated Brake Disc (PW-2330 · Front · 330 mm)",
    ],
  ])("%s: %s, %s", async (q, first, second) => {
    const { suggestions } = await suggest(q);
    expect(suggestions.slice(0, 2).map(line)).toEqual(
      [first, second].filter((each) => each !== undefined),
    );
  });

  it.each(["", "   ", "%_\\", "🚗🚗", "\u202eabc\u202c", "'; drop table parts", "x".repeat(200)])(
    "of %j are none",
    async (q) => expect(await suggest(q)).toEqual({ exact: null, suggestions: [] }),
  );

  it("of what is both a number and a word have both groups", async () => {
    const { shop } = await openCatalogue();
    await addParts(shop.db, [
      aPart({ number: "W211", name: "Door mirror" }),
      aPart({ number: "GL-211", name: "Floor mat for the W211" }),
    ]);
    const { suggestions } = await suggest("W211");
    expect(suggestions.map(({ group, part }) => `${group} ${part?.number}`)).toEqual([
      "numbers W211",
      "parts GL-211",
    ]);
  });

  it("are refused for more than anyone types", async () => {
    const { get } = await openCatalogue();
    const { status, body } = await get(`/api/search/suggest?q=${"x".repeat(500)}`);
    expect([status, (body as { error: object }).error]).toEqual([
      400,
      expect.objectContaining({ fields: { q: "Must be at most 200 characters" } }),
    ]);
  });

  it("never show a hidden part, and name a part that is no longer made as such", async () => {
    expect(await suggest("PW-9999")).toEqual({ exact: null, suggestions: [] });
    const { suggestions } = await suggest("PW-2311");
    expect(suggestions[0]?.why).toBe("Brake Disc of before · our number · no longer made");
  });
});

const corvane = "Corvane original number → PW-1150 replaces it";

describe("the search", () => {
  it("names the part with exactly this number", async () => {
    for (const q of ["pw2312", "4351 20K050", "al-900", "4006381333931"]) {
      expect((await find(q)).exact?.number).toBe(q === "pw2312" ? "PW-2312" : "PW-1150");
    }
    expect((await find("PW-23")).exact).toBeNull();
  });

  it("understands types, brands and sizes, and finds the rest in names", async () => {
    const found = await find("coated rotors Ostkamp 330mm");
    expect(found.chips.map(({ kind, text, meaning }) => `${kind} ${text} ${meaning}`)).toEqual([
      "type rotors Brake discs",
      "brand ostkamp Ostkamp",
      "size 330mm 330mm: diameter",
    ]);
    expect([found.rest, numbersOf(found)]).toEqual(["coated", ["PW-2330"]]);
    expect(numbersOf(await find("brake discs", "&f=position:Rear"))).toEqual([
      "PW-2286",
      "PW-2300",
    ]);
    expect(numbersOf(await find("discs", "&type=alternators"))).toEqual([]);
  });

  it.each(["M 20 x 1.5", "м20х1.5", "M20 × 1,5"])("reads the size %s", async (q) => {
    expect(numbersOf(await find(q))).toEqual(["PW-6020"]);
  });

  it("leads from the number of a part that is no longer sold to what replaces it", async () => {
    const shop = await openCatalogue();
    const replacedBy = [{ part: "PW-2312", choice: 1, quantity: 1, bothWays: false, reason: "" }];
    const ids = await addParts(shop.shop.db, [aPart({ number: "QX-7001", replacedBy })]);
    const admin = await signUpAdmin(shop);
    expect((await admin.send("DELETE", `/api/parts/${ids[0]}`)).status).toBe(200);
    const told = "numbers: QX-7001 (Ventilated Brake Disc · no longer sold, PW-2312 replaces it)";
    const { near, exact } = await find("qx 7001");
    expect([exact, near.map(line)]).toEqual([null, [told]]);
    expect((await suggest("QX-7001")).suggestions.map(line)).toEqual([told]);
  });

  it("lists first what is of the type, in stock, by name, and then what only has the name", async () => {
    const discs = numbersOf(await find("brake discs")).join(" ");
    expect(discs).toBe("PW-2330 PW-2286 PW-2312 PW-2300 PW-2311");
    expect(numbersOf(await find("front brake disc"))).toEqual(["PW-2330", "PW-2312"]);
    const cheapest = await find("brake discs", "&sort=price");
    expect(cheapest.items.map(({ price }) => price)).toEqual(
      cheapest.items.map(({ price }) => price).toSorted((a, b) => a - b),
    );
  });

  it("finds what was meant by a word with a typo, and notes what was missed", async () => {
    const { shop } = await openCatalogue();
    const meant = await find("cermaic pads");
    expect([meant.mended, numbersOf(meant), meant.near]).toEqual(["ceramic pads", ["PW-4411"], []]);
    const discs = await find("brake dsc", "&sort=price");
    expect([discs.mended, discs.chips.map(({ meaning }) => meaning)]).toEqual([
      "brake disc",
      ["Brake discs"],
    ]);
    expect(discs.items.length).toBeGreaterThan(0);
    const bolts = await find("wheel blot");
    expect([bolts.mended, bolts.total]).toEqual(["wheel bolt", 1]);
    await find("egr  VALVE!");
    await find("ada@example.com valve");
    await find("alternators");
    const { term, count } = missedSearches;
    const noted = await shop.db.select({ term, count }).from(missedSearches);
    expect(noted).toEqual([{ term: "egr valve", count: 1 }]);
  });

  it.each([
    ["alternator 14 volts", "types: Alternators (Part type)"],
    ["alternator 999 amp", "types: Alternators (Part type)"],
    ["brake disc 999 x 25", "types: Brake discs (Brakes)"],
    ["ceramic thing", "parts: Ceramic Pad Set %_\\ 50 (PW-4411)"],
    ["Corvane 43512 0K 050", `numbers: 43512-0K050 (Alternator, 150 A · ${corvane})`],
    ["PW-2312 oil filter", "numbers: PW-2312 (Ventilated Brake Disc · our number)"],
  ])("of %s, which matches nothing, shows %s", async (q, nearest) => {
    const { total, near } = await find(q);
    expect([total, line(near[0] as Suggestion)]).toEqual([0, nearest]);
  });
});

describe("the catalogue", () => {
  it("lists the parts of a type and of those below it, with what leads further", async () => {
    const brakes = await list("type=brakes");
    expect(numbersOf(brakes)).toEqual(["PW-2312", "PW-2286", "PW-2330", "PW-2300"]);
    expect(brakes.types).toEqual([{ slug: "brakes", name: "Brakes" }]);
    expect(brakes.below).toEqual([{ slug: "brake-discs", name: "Brake discs" }]);
    expect(brakes.items[0]).toMatchObject({
      facts: ["Front", "312 mm"],
      price: 84.5,
      isLow: false,
    });
    const { get } = await openCatalogue();
    expect(await get("/api/catalogue?type=nothing")).toMatchObject({ status: 404 });
    expect(await get("/api/catalogue?f=a:b:c")).toMatchObject({ status: 400 });
  });

  it("counts what each filter leaves, of each without the filter itself", async () => {
    const counts = async (query: string) => {
      const { facets, total } = await list(`type=brakes&${query}`);
      const position = facets?.attributes.find(({ key }) => key === "position")?.values;
      return [
        total,
        facets?.inStock,
        ...(position ?? []).map(({ value, parts }) => `${value} ${parts}`),
      ];
    };
    expect(await counts("")).toEqual([4, 3, "Front 2", "Rear 2"]);
    expect(await counts("f=position:Front")).toEqual([2, 2, "Front 2", "Rear 2"]);
    expect(await counts("f=position:Front|Rear&stock=1")).toEqual([3, 3, "Front 2", "Rear 1"]);
    expect(await counts("f=diameter:310..400")).toEqual([2, 2, "Front 2", "Rear 0"]);
    expect(await counts("f=diameter:..300")).toEqual([2, 1, "Rear 2", "Front 0"]);
    expect(await counts("brand=Ostkamp")).toEqual([1, 1, "Front 1", "Rear 0"]);
  });

  it("sorts, and pages through all parts once", async () => {
    expect(numbersOf(await list("type=brakes&sort=price&stock=1"))).toEqual([
      "PW-2330",
      "PW-2286",
      "PW-2312",
    ]);
    const { shop } = await openCatalogue();
    const admin = await signUpAdmin(await openCatalogue());
    const added = [];
    for (let at = 0; at < 50; at++) added.push({ name: `Bolt ${at % 7}`, price: (at % 5) + 1 });
    for (const each of added) {
      const { body } = await admin.send("POST", "/api/parts", {
        ...each,
        img: "",
        description: "",
        minimumQuantity: 1,
        availablQuantity: 9,
        type: "wheel-bolts",
      });
      expect(body).toHaveProperty("insertedId");
    }
    for (const sort of ["name", "price", "price-down", "newest"]) {
      const first = await list(`type=wheel-bolts&sort=${sort}`);
      const second = await list(`type=wheel-bolts&sort=${sort}&after=${first.next}`);
      expect([first.items.length, second.items.length, second.next]).toEqual([48, 3, null]);
      expect(new Set([...numbersOf(first), ...numbersOf(second)]).size).toBe(51);
    }
    expect(shop).toBeDefined();
  });
});

describe("pasted lines", () => {
  it("get a verdict each, with quantities", async () => {
    const { send } = await openCatalogue();
    const lines = [
      "PW-2312 4",
      "2 x al 900",
      "PW-2311\t3",
      "PW2132",
      "nothing at all",
      "!",
      "PW-9999",
    ];
    const { status, body } = await send("POST", "/api/numbers/lookup", { lines });
    expect(status).toBe(200);
    const verdicts = (body as LineVerdict[]).map(({ verdict, why, parts }) => [
      verdict,
      why,
      ...parts.map(({ part, quantity }) => `${quantity} ${part.number}`),
    ]);
    expect(verdicts).toEqual([
      ["exact", "Found", "4 PW-2312"],
      ["replacement", "Number AL 900 of Mirelle: PW-1150 replaces it", "4 PW-1150"],
      ["replacement", "PW-2311 is replaced by PW-2312", "6 PW-2312"],
      ["proposal", "Perhaps PW-2312: two characters swapped", "1 PW-2312"],
      ["nothing", "We know no such number"],
      ["nothing", "This is no part number"],
      ["nothing", "We know no such number"],
    ]);
  });

  it("an old number that is another brand's living one names both and whose it is, and a GTIN is read in each of its lengths", async () => {
    const shop = await openCatalogue();
    const of = (kind: "oe" | "old" | "competitor" | "gtin", written: string, brand?: string) => ({
      kind,
      written,
      brand: brand ?? null,
      pieces: 1,
      note: "",
    });
    await addParts(shop.shop.db, [
      aPart({ number: "EX-1", numbers: [of("old", "77-12"), of("gtin", "96385074")] }),
      aPart({
        number: "EX-2",
        numbers: [of("oe", "7712", "Corvane"), of("oe", "99 XX 1", "Tessaro")],
      }),
      aPart({
        number: "EX-3",
        numbers: [of("oe", "99XX1", "Corvane"), of("competitor", "EX-1", "Alba")],
      }),
    ]);
    const lines = ["77-12", "99xx1", "EX-1", "00000096385074", "000096385074"];
    const { body } = await shop.send("POST", "/api/numbers/lookup", { lines });
    const found = (body as LineVerdict[]).map(({ verdict, why, parts }) => [
      verdict,
      why,
      ...parts.map(({ part }) => part.number),
    ]);
    expect(found).toEqual([
      [
        "replacement",
        "Our earlier number, now EX-1. Corvane original number 7712: EX-2 replaces it",
        "EX-1",
        "EX-2",
      ],
      [
        "replacement",
        expect.stringMatching(
          /^(?=.*Tessaro original number 99 XX 1: EX-2)(?=.*Corvane original number 99XX1: EX-3)/,
        ),
        "EX-2",
        "EX-3",
      ],
      ["exact", "Found", "EX-1"],
      ["exact", "Found", "EX-1"],
      ["exact", "Found", "EX-1"],
    ]);
    const page = async (number: string) =>
      ((await shop.get(`/api/numbers/${number}`)).body as NumberPage).matches;
    expect(await page("7712")).toMatchObject([
      { part: "EX-1", kind: "old", brand: null },
      { part: "EX-2", kind: "oe", brand: "Corvane" },
    ]);
    expect((await page("99XX1")).map(({ brand }) => brand).sort()).toEqual(["Corvane", "Tessaro"]);
    expect(await page("0000096385074")).toMatchObject([{ part: "EX-1", kind: "gtin" }]);
    const { suggestions } = await suggest("77-12");
    expect(
      suggestions.filter(({ group }) => group === "numbers").map(({ part }) => part?.number),
    ).toEqual(["EX-1", "EX-2"]);
  });

  it("propose O for 0 and I for 1 as a typo only, and read Cyrillic letters as ours", async () => {
    const { send } = await openCatalogue();
    const lines = ["PW-I150", "43512-OK050", "РW-1150", "43512-0К050"];
    const { body } = await send("POST", "/api/numbers/lookup", { lines });
    const found = (body as LineVerdict[]).map(({ verdict, parts }) => [
      verdict,
      ...parts.map(({ part }) => part.number),
    ]);
    expect(found).toEqual([
      ["proposal", "PW-1150"],
      ["proposal", "PW-1150"],
      ["exact", "PW-1150"],
      ["replacement", "PW-1150"],
    ]);
  });

  it("are refused above 200", async () => {
    const { send } = await openCatalogue();
    const lines = Array.from({ length: 201 }, (_, at) => `PW-${at}`);
    const { status, body } = await send("POST", "/api/numbers/lookup", { lines });
    expect([status, JSON.stringify(body)]).toEqual([
      400,
      expect.stringContaining("At most 200 lines at once"),
    ]);
  });
});
