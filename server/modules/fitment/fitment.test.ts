import { describe, expect, it } from "vitest";
import type { Reply } from "#contract/call.ts";
import type { PartPage } from "#contract/catalog.ts";
import type { ListForCar } from "#contract/fit-lists.ts";
import type { JudgedWithBasis, VehiclePage, vehicleCalls } from "#contract/fitment.ts";
import type { Term } from "#contract/rules/fit.ts";
import { judgeList } from "#contract/rules/judge-list.ts";
import type { CatalogueReply, ListedPart } from "#contract/search.ts";
import { demoVins } from "#seed/fit/demo-vins.ts";
import { addOrders, changeOrder } from "#tests/builders/order.ts";
import { changePart } from "#tests/builders/part.ts";
import { timeAgo } from "#tests/builders/time.ts";
import { type Judged, judge, partId, readVin, shareDemoFit } from "#tests/demo-fit.ts";
import { checkFile, listFindings } from "#tests/imports.ts";
import { signUpAdmin } from "#tests/people.ts";

const demo = shareDemoFit();

type OfVehicle = Reply<typeof vehicleCalls.partsOfType>;

it("makes, models, years and what can be asked lead to a vehicle", async () => {
  const { get } = await demo();
  const makes = (await get("/api/vehicles")).body as { name: string }[];
  const names = makes.map(({ name }) => name).join(" ");
  expect(names).toBe("Bramwick Corvane Haldren Mirelle Ostkamp Tessaro");
  expect((await get("/api/vehicles/corvane")).body).toMatchObject({
    name: "Corvane",
    models: [{ name: "Arden", from: 2010, to: 2022 }, {}, {}, {}],
  });
  expect((await get("/api/vehicles/corvane/arden")).body).toMatchObject({
    vehicles: expect.arrayContaining([expect.objectContaining({ year: 2014 })]),
  });
  const { body } = await get("/api/vehicles/corvane/arden/2014");
  const { facts, combinations, built } = body as VehiclePage;
  expect(built).toEqual({ from: 20_140_101, to: 20_141_231 });
  expect(facts.map(({ key }) => key)).toEqual(["body", "gearbox", "engine"]);
  expect(combinations).toHaveLength(12);
  expect((await get("/api/vehicles/corvane/arden/1999")).status).toBe(404);
  expect((await get("/api/vehicles/corvane/nothing")).status).toBe(404);
});

it("a list is judged with the one question that decides most of it", async () => {
  const shop = await demo();
  const { body } = await shop.get("/api/vehicles/corvane/arden/2014");
  const { id } = body as VehiclePage;
  const numbers = ["PW-2312", "PW-104-330", "PW-104-288", "PW-104-272", "PW-1150", "PW-406-52"];
  const { items, question, facts, positions } = await judge(shop, id, [], numbers);
  expect(items.map(({ verdict }) => verdict.says)).toEqual([
    "yes-if",
    "yes-if",
    "yes-if",
    "yes",
    "yes-if",
    "yes-if",
  ]);
  expect(question).toMatchObject({ fact: "engine", decides: 3, of: 5 });
  expect(question?.answers).toHaveLength(4);
  expect(facts.find(({ key }) => key === "engine")?.values.map(({ label }) => label)).toEqual([
    "1.6",
    "1.6 T",
    "2.0 T",
    "2.0 D",
  ]);
  expect(positions.map(({ name }) => name).sort()).toEqual(["Front", "Rear"]);
});

it("of two parts for the same place that nothing tells apart, both fit and are named as alike", async () => {
  const shop = await demo();
  const lists = async (type: string, year: number) =>
    (await shop.get(`/api/vehicles/tessaro/stelva/${year}/${type}`)).body as OfVehicle;
  const { parts, alike } = await lists("air-filters", 2012);
  const numbers = alike.map((ids) =>
    parts.flatMap(({ _id, number }) => (ids.includes(_id) ? number : [])),
  );
  expect(numbers.map((group) => group.sort())).toEqual([["PW-202-268", "PW-202-304"]]);
  const { vehicles, known } = await readVin(shop, demoVins[6]?.vin ?? "");
  const { items } = await judge(shop, vehicles[0]?.id ?? 0, known, numbers[0] ?? []);
  expect(items.map(({ verdict }) => verdict.says)).toEqual(["yes", "yes"]);
  expect((await lists("brake-discs", 2012)).alike).toEqual([]);
});

it("a part of two types is listed for its cars under both", async () => {
  const shop = await demo();
  const { vehicles } = await readVin(shop, demoVins[0]?.vin ?? "");
  const car = { vehicle: vehicles[0]?.id ?? 0, known: [] };
  for (const type of ["wheel-hubs", "wheel-bearings"]) {
    const { body } = await shop.send("POST", "/api/catalogue/fit", { car, list: { type } });
    const found = (body as ListForCar).items.find(({ number }) => number === "PW-708-5112");
    expect([type, found?.says]).toEqual([type, "yes"]);
  }
});

it("a car that needs 2 at one place and 1 at another is told the number for each place", async () => {
  const shop = await demo();
  const { vehicles, known } = await readVin(shop, demoVins[7]?.vin ?? "");
  const { items, positions } = await judge(shop, vehicles[0]?.id ?? 0, known, ["PW-904-5740"]);
  const { verdict } = items[0] ?? {};
  const name = (id: number | null) => positions.find((one) => one.id === id)?.name;
  const needs = verdict?.says === "yes" ? verdict.needs : [];
  expect(needs.map(({ position, pieces }) => [name(position), pieces]).sort()).toEqual([
    ["After the catalyst", [1]],
    ["Before the catalyst", [2]],
  ]);
});

it("the driver's side is that of the steering wheel, and no position of its own", async () => {
  const shop = await demo();
  const needsOf = async (path: string, known: Term[]) => {
    const { id } = (await shop.get(`/api/vehicles/${path}`)).body as VehiclePage;
    const { items, positions } = await judge(shop, id, known, ["PW-1002-650"]);
    const { verdict } = items[0] ?? {};
    expect(verdict?.says).toBe("yes");
    const needs = verdict?.says === "yes" ? verdict.needs : [];
    const named = needs.map(({ position, pieces }) => {
      return [positions.find(({ id }) => id === position)?.name, ...pieces];
    });
    return named.sort();
  };
  const wexley = (await shop.get("/api/vehicles/bramwick/wexley/2018")).body as VehiclePage;
  const sides = wexley.facts.find(({ key }) => key === "steering")?.values ?? [];
  const on = (side: string): Term[] => {
    return [{ fact: "steering", any: sides.flatMap((one) => (one.label === side ? one.id : [])) }];
  };
  // Sold with the wheel on either side; the other is sold with the wheel on the left alone.
  expect(await needsOf("bramwick/wexley/2018", on("Left"))).toEqual([["Left", 1]]);
  expect(await needsOf("bramwick/wexley/2018", on("Right"))).toEqual([["Right", 1]]);
  expect(await needsOf("bramwick/wexley/2018", [])).toEqual([
    ["Left", 0, 1],
    ["Right", 0, 1],
  ]);
  expect(await needsOf("ostkamp/brandt/2018", [])).toEqual([["Left", 1]]);
  const admin = await signUpAdmin(shop);
  const file = "part,make,model,year_from,year_to,position\n";
  const line = "PW-1002-650,Ostkamp,Brandt,2018,2018,Driver's side\n";
  const findings = await listFindings(admin, await checkFile(admin, "applications", file + line));
  expect(findings).toMatchObject([{ line: 2, grade: "line" }]);
});

it("two engines of one size are told apart by their names, and it is said where these are", async () => {
  const shop = await demo();
  const { id } = (await shop.get("/api/vehicles/corvane/arden/2014")).body as VehiclePage;
  const { items, facts } = await judge(shop, id, [], ["PW-1042"]);
  const { verdict } = items[0] ?? {};
  const engine = facts.find(({ key }) => key === "engine");
  const label = (value: unknown) => engine?.values.find((one) => one.id === value)?.label;
  const answers = verdict?.says === "yes-if" ? verdict.answers : [];
  const said = answers.map(({ term, leadsTo }) => ["any" in term && label(term.any[0]), leadsTo]);
  expect(said).toContainEqual(["1.6", "no"]);
  expect(said).toContainEqual(["1.6 T", "yes"]);
  expect(engine?.whereToLook).toContain("On the cover of the engine");
});

it("universal parts and parts without data are not known, complete ones do not fit", async () => {
  const shop = await demo();
  const { vehicles, known } = await readVin(shop, demoVins[1]?.vin ?? "");
  const numbers = ["PW-1002-340", "PW-702-60F", "PW-104-256", "PW-2312"];
  const { items } = await judge(shop, vehicles[0]?.id ?? 0, known, numbers);
  expect(items.map(({ verdict }) => verdict)).toMatchObject([
    { says: "not-known", why: "universal" },
    { says: "not-known", why: "no-data" },
    { says: "no", why: "not-listed" },
    { says: "no", why: "not-listed" },
  ]);
});

it("a part lists its vehicles, without lines that are held", async () => {
  const shop = await demo();
  const listed = async (number: string) => {
    return ((await shop.get(`/api/parts/${number}`)).body as PartPage).vehicles.lines;
  };
  const lines = await listed("PW-2312");
  expect(lines.filter(({ name }) => name === "Corvane Arden")).toEqual([
    { name: "Corvane Arden", years: "2010 to 2013", only: "engine 2.0 T or 2.0 D. Front: 2" },
    {
      name: "Corvane Arden",
      years: "2014",
      only: "built before November 2014, engine 2.0 T or 2.0 D. Front: 2",
    },
  ]);
  const alternator = await listed("PW-901-140");
  expect(alternator.some(({ name }) => name === "Ostkamp Torv")).toBe(false);
});

it("verdicts are compressed for who accepts it", async () => {
  const shop = await demo();
  const parts = [((await shop.get("/api/parts/PW-2312")).body as PartPage)._id];
  const { id } = (await shop.get("/api/vehicles/corvane/arden/2014")).body as VehiclePage;
  const body = JSON.stringify({ vehicle: id, known: [], parts });
  const encodings = ["br", "gzip", "identity"].map(async (encoding) => {
    const headers = { "content-type": "application/json", "accept-encoding": encoding };
    const response = await shop.request("/api/fit", { method: "POST", body, headers });
    expect(await response.json()).toMatchObject({ basis: { rows: expect.anything() } });
    return response.headers.get("content-encoding");
  });
  expect(await Promise.all(encodings)).toEqual(["br", "gzip", null]);
});

it("an unknown vehicle is refused", async () => {
  const { send } = await demo();
  const body = { vehicle: 999_999, known: [], parts: [] };
  expect(await send("POST", "/api/fit", body)).toMatchObject({ status: 404 });
});

describe("a browser that judges by what the shop sent with other answers", () => {
  type Basis = JudgedWithBasis["basis"];
  type Fault = (basis: Basis) => Basis;

  /** In how many verdicts it says something else than the shop. */
  async function countDifferences(fault: Fault): Promise<number> {
    const shop = await demo();
    const car = (await shop.get("/api/vehicles/corvane/arden/2014")).body as VehiclePage;
    const choices = car.combinations.map((combination) =>
      Object.entries(combination).map(([fact, value]) => ({ fact, any: [value] })),
    );
    const late = { fact: "built", from: 20_141_101, to: 20_141_130 };
    const answers: Term[][] = [[], [late], ...choices, [...(choices[0] ?? []), late]];
    const parts = await Promise.all(
      ["PW-2312", "PW-104-330", "PW-104-256", "PW-1002-340", "PW-901-140", "PW-702-60F"]
        .concat(["PW-904-5740", "PW-104-272", "PW-1150", "PW-406-52"])
        .map((number) => partId(shop, number)),
    );
    const ask = async (known: Term[]) => {
      const { body } = await shop.send("POST", "/api/fit", { vehicle: car.id, known, parts });
      return body as JudgedWithBasis;
    };
    const first = await ask([]);
    const basis = fault(structuredClone(first.basis));
    let differences = 0;
    for (const known of answers) {
      const { items, question } = await ask(known);
      const own = judgeList({ ...basis, known, facts: first.facts });
      const isSame = JSON.stringify(own) === JSON.stringify({ items, question });
      if (!isSame) differences++;
    }
    return differences;
  }

  it("says the same", async () => {
    expect(await countDifferences((basis) => basis)).toBe(0);
  });

  it.each<[string, Fault]>([
    ["combinations", ({ vehicle, rows }) => ({ rows, vehicle: { ...vehicle, combinations: [] } })],
    ["dates of building", ({ vehicle, rows }) => ({ rows, vehicle: { ...vehicle, built: null } })],
    [
      "declarations",
      ({ vehicle, rows }) => ({
        vehicle,
        rows: rows.map((row) => ({ ...row, listsAllVehicles: false })),
      }),
    ],
  ])("is found out without %s", async (_, fault) => {
    expect(await countDifferences(fault)).toBeGreaterThan(0);
  });
});

it("in place of what does not fit, only what fits or may fit is named", async () => {
  const shop = await demo();
  const { vehicles, known } = await readVin(shop, demoVins[0]?.vin ?? "");
  const vehicle = vehicles[0]?.id ?? 0;
  const numbers = ["PW-2312", "PW-104-330", "PW-104-288", "PW-104-272", "PW-104-256"];
  const { items } = await judge(shop, vehicle, known, numbers);
  const unfit = items.find(({ verdict }) => verdict.says === "no")?.part ?? "";
  const asked = { vehicle, known, part: unfit };
  const { status, body } = await shop.send("POST", "/api/fit/instead", asked);
  const instead = body as Judged & { parts: { _id: string }[] };
  expect(status).toBe(200);
  expect(instead.parts.length).toBeGreaterThan(0);
  expect(instead.parts.map(({ _id }) => _id)).toEqual(instead.items.map(({ part }) => part));
  const says = instead.items.map(({ verdict }) => verdict.says);
  expect(says).toEqual([...says].sort().filter((one) => one === "yes" || one === "yes-if"));
  const { body: counts } = await shop.send("POST", "/api/fit/count", { vehicle, known });
  expect(counts).toEqual({ fit: expect.any(Number), oneMore: expect.any(Number), isCut: false });
  expect((counts as { fit: number }).fit).toBeGreaterThan(10);
});

it("of what fits instead, what can be ordered comes first, then what was sold most, then the name", async () => {
  const shop = await demo();
  const { vehicles, known } = await readVin(shop, demoVins[6]?.vin ?? "");
  const { items } = (await shop.get("/api/catalogue?type=air-filters")).body as CatalogueReply;
  const [former, later] = ["PW-202-268", "PW-202-304"].map((number) =>
    items.find((part) => part.number === number),
  );
  const unfit = items.find(({ _id }) => _id !== former?._id && _id !== later?._id);
  if (!former || !later || !unfit) throw new Error("there are no three air filters");
  const instead = async () => {
    const asked = { vehicle: vehicles[0]?.id ?? 0, known, part: unfit._id };
    const { body } = await shop.send("POST", "/api/fit/instead", asked);
    return (body as { parts: { number: string }[] }).parts.map(({ number }) => number);
  };
  const sell = async (part: string, quantity: number, paidAt: Date) => {
    const [order = ""] = await addOrders(shop, [{ part, quantity, state: "paid", at: +paidAt }]);
    await changeOrder(shop.shop.db, { _id: order }, { paidAt });
  };
  const byName = [former, later].sort((a, b) => a.name.localeCompare(b.name, "en"));
  const [first, second] = byName as [ListedPart, ListedPart];
  expect(await instead()).toEqual([first.number, second.number]);
  await sell(first._id, 9, timeAgo({ days: 100 }));
  await sell(first._id, 1, timeAgo({ days: 5 }));
  await sell(second._id, 2, timeAgo({ days: 5 }));
  expect(await instead()).toEqual([second.number, first.number]);
  await changePart(shop, { id: second._id }, { stock: 0 });
  expect(await instead()).toEqual([first.number, second.number]);
  // A number of one make is not that of another.
  const admin = await signUpAdmin(shop);
  const discs = (await shop.get("/api/catalogue?type=brake-discs")).body as CatalogueReply;
  for (const [at, { _id }] of [unfit, ...discs.items].entries()) {
    const numbers = [{ kind: "oe", brand: at === 0 ? "Corvane" : "Tessaro", written: "771 204" }];
    expect((await admin.send("PATCH", `/api/parts/${_id}`, { numbers })).status).toBe(200);
  }
  expect(await instead()).toEqual([first.number, second.number]);
});

describe("a list for a car", () => {
  const order = ["yes", "yes-if", undefined, "not-known", "no"];

  async function listFor(car: object, list: object, withUnfit = false) {
    const asked = { car, list, withUnfit };
    const { status, body } = await (await demo()).send("POST", "/api/catalogue/fit", asked);
    expect(status).toBe(200);
    return body as ListForCar;
  }

  async function aCar() {
    const { vehicles, known } = await readVin(await demo(), demoVins[0]?.vin ?? "");
    return { vehicle: vehicles[0]?.id ?? 0, known: known.filter(({ fact }) => fact !== "engine") };
  }

  it("has what surely fits first, leaves out what does not, and counts no filter of it", async () => {
    const car = await aCar();
    const type = { type: "brake-discs" };
    const list = await listFor(car, type);
    expect([list.yes, list.yesIf, list.no].every((parts) => parts > 0)).toBe(true);
    expect(list.total).toBe(list.items.length);
    expect(list.total).toBe(list.yes + list.yesIf + list.notKnown);
    const whole = await listFor(car, type, true);
    expect(whole.total).toBe(list.total + list.no);
    expect(whole.items.map(({ says }) => says).slice(list.total)).toEqual(
      Array.from({ length: list.no }, () => "no"),
    );
    const valuesOf = ({ facets }: ListForCar) =>
      facets?.attributes.find(({ key }) => key === "axle")?.values ?? [];
    const sum = (all: { parts: number }[]) => all.reduce((sum, { parts }) => sum + parts, 0);
    expect([sum(valuesOf(list)), sum(valuesOf(whole))]).toEqual([list.total, whole.total]);
    for (const { value, parts } of valuesOf(list)) {
      const some = await listFor(car, { ...type, f: `axle:${value}` });
      expect([value, some.items.length, some.yes + some.yesIf + some.notKnown]).toEqual([
        value,
        parts,
        parts,
      ]);
      expect(valuesOf(some)).toEqual(valuesOf(list));
      expect(some.question?.of ?? 0).toBe(some.yesIf);
    }
  });

  it.each([undefined, "name", "price", "price-down", "newest"])(
    "has each part once on its pages, by group and then in order: %s",
    async (sort) => {
      const car = await aCar();
      const found: ListForCar["items"] = [];
      let total = 0;
      for (let after: string | null = ""; after !== null; ) {
        const page = await listFor(car, { ...(sort && { sort }), ...(after && { after }) }, true);
        found.push(...page.items);
        ({ next: after, total } = page);
      }
      expect(new Set(found.map(({ _id }) => _id)).size).toBe(total);
      expect(found).toHaveLength(total);
      const ranks = found.map(({ says }) => order.indexOf(says));
      expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
      if (!sort?.startsWith("price")) return;
      for (const says of order) {
        const prices = found.filter((part) => part.says === says).map(({ price }) => price);
        const sorted = [...prices].sort((a, b) => (sort === "price" ? a - b : b - a));
        expect([says, ...prices]).toEqual([says, ...sorted]);
      }
    },
  );
});

it("a car with very many facts, and very many requests at once, do not delay other requests", async () => {
  const shop = await demo();
  const { vehicles, known } = await readVin(shop, demoVins[0]?.vin ?? "");
  const car = { vehicle: vehicles[0]?.id ?? 0, known };
  const values = Array.from({ length: 100 }, (_, at) => at);
  const much = ["a", "b", "c"].map((fact) => ({ fact, any: values }));
  const asked = (said: object[]) =>
    shop.send("POST", "/api/catalogue/fit", { car: { ...car, known: said }, list: {} });
  expect((await asked(much)).status).toBe(400);
  expect((await asked(much.slice(1))).status).toBe(200);
  for (const [path, body] of [
    ["/api/catalogue/fit", { car, list: {} }],
    ["/api/fit/count", car],
  ] as const) {
    const all = Array.from({ length: 40 }, () => shop.send("POST", path, body));
    const statuses = new Set((await Promise.all(all)).map(({ status }) => status));
    expect([path, [...statuses].sort()]).toEqual([path, [200, 503]]);
  }
});
