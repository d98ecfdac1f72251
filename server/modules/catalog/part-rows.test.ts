import { expect, it } from "vitest";
import type { ShopEvent } from "#server/platform/events/outbox.ts";
import type { ListedPart } from "./list-parts.ts";
import { keepPartRows } from "./part-rows.ts";

const aPart = (id: string, availablQuantity = 10): ListedPart => ({
  _id: id,
  name: id,
  img: "",
  description: "",
  minimumQuantity: 1,
  price: 1,
  number: id,
  availablQuantity,
  position: 1,
});

const stockOf = (about: string, availablQuantity: number): ShopEvent => ({
  id: 1,
  name: "part.stock-changed",
  about,
  tags: [`part:${about}`],
  data: { availablQuantity },
});
const added: ShopEvent = { id: 2, name: "part.added", about: "c", tags: ["parts"], data: {} };

function open(stored: ListedPart[]) {
  let tell: (events: readonly ShopEvent[] | undefined) => void = () => {};
  const events = {
    isCurrent: () => true,
    onEvents: (listener: typeof tell) => {
      tell = listener;
    },
  };
  const rows = keepPartRows(events);
  let loads = 0;
  const all = async (during: () => void = () => {}) => {
    const found = await rows.all(async (limit) => {
      loads++;
      const read = stored.slice(0, limit);
      during();
      return read;
    });
    return found?.map(({ _id, availablQuantity }) => `${_id} ${availablQuantity}`);
  };
  return {
    events,
    all,
    loads: () => loads,
    tell: (...many: ShopEvent[]) => tell(many),
    tell0: () => tell(undefined),
  };
}

it("applies changes of stock without reading again, in the order of the list", async () => {
  const { all, tell, loads } = open([aPart("a"), aPart("b")]);
  expect(await all()).toEqual(["a 10", "b 10"]);
  tell(stockOf("a", 4), stockOf("unknown", 1), stockOf("a", 3));
  expect(await all()).toEqual(["a 3", "b 10"]);
  expect(loads()).toBe(1);
});

it("reads again after a part was added, and after anything may have changed", async () => {
  const { all, tell, tell0, loads } = open([aPart("a")]);
  await all();
  tell(added);
  await all();
  tell0();
  await all();
  expect(loads()).toBe(3);
});

it("applies what happens while the rows are read, and keeps none that are incomplete", async () => {
  const { all, tell, loads } = open([aPart("a")]);
  expect(await all(() => tell(stockOf("a", 7)))).toEqual(["a 7"]);
  const other = open([aPart("a")]);
  await other.all(() => other.tell(added));
  await other.all();
  expect([loads(), other.loads()]).toEqual([1, 2]);
});

it("trusts nothing that it keeps while changes cannot be read", async () => {
  const { all, events, loads } = open([aPart("a")]);
  await all();
  events.isCurrent = () => false;
  await all();
  expect(loads()).toBe(2);
});

it("keeps no long list, and does not read it again, not even for a new part", async () => {
  const { all, tell, loads } = open(Array.from({ length: 2_001 }, (_, at) => aPart(`${at}`)));
  expect([await all(), await all(), loads()]).toEqual([undefined, undefined, 1]);
  tell(added);
  expect([await all(), loads()]).toEqual([undefined, 1]);
});
