// Years of models that the shop has no parts for, and people who ask for these.
import { fitAnswerHandlers } from "#server/modules/fitment/fit-answer-handlers.ts";
import { findNamedVehicle } from "#server/modules/fitment/read-vehicle.ts";
import { vehicleEditHandlers } from "#server/modules/fitment/vehicle-edits/handlers.ts";
import { countSold } from "#server/modules/orders/sum-sales.ts";
import { anonymousCaller } from "#server/platform/http/caller.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import { type DemoShop, granted } from "./demo-shop.ts";
import { demoMissedCars } from "./demo-week.ts";
import type { Step } from "./take-steps.ts";

const addedDaysAgo = 6.2;

export function missedCarSteps(
  shop: DemoShop,
  admin: SignedInCaller,
  at: (daysAgo: number, take: Step["take"]) => Step,
): Step[] {
  const cars = new Set(demoMissedCars.map(({ car }) => car));
  return [
    ...[...cars].map((car) => at(addedDaysAgo, () => addAsYearAfter(shop, admin, car))),
    ...demoMissedCars.map(({ car, daysAgo, times }) => at(daysAgo, () => ask(shop, car, times))),
  ];
}

async function addAsYearAfter(shop: DemoShop, admin: SignedInCaller, car: string) {
  const vehicles = vehicleEditHandlers(shop);
  const named = toNames(car);
  const year = Number(named.year);
  const after = await find(shop, { ...named, year: `${year + 1}` });
  const given = { query: {}, body: undefined, params: { ...named, year: `${year + 1}` } };
  const { built, combinations } = await granted(vehicles.built(given, admin));
  const yearBefore = (day: string) => day.replace(/^\d+/, (written) => `${Number(written) - 1}`);
  const body = {
    what: "car" as const,
    make: after.make.name,
    model: after.model.name,
    year,
    built: built && { from: yearBefore(built.from), to: yearBefore(built.to) },
    combinations,
  };
  return granted(vehicles.change({ params: {}, query: {}, body }, admin));
}

async function ask(shop: DemoShop, car: string, times: number): Promise<void> {
  const { id: vehicle } = await find(shop, toNames(car));
  const { count } = fitAnswerHandlers(shop, countSold);
  for (let time = 0; time < times; time++) {
    await granted(count({ params: {}, query: {}, body: { vehicle, known: [] } }, anonymousCaller));
  }
}

function toNames(car: string) {
  const [make = "", model = "", year = ""] = car.split("/");
  return { make, model, year };
}

async function find({ db }: DemoShop, named: ReturnType<typeof toNames>) {
  const found = await findNamedVehicle(db, named);
  if (!found) throw new Error(`The demo has no ${Object.values(named).join(" ")}`);
  return found;
}
