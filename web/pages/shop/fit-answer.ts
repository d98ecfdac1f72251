import type { QueryClient } from "@tanstack/react-query";
import type { Vehicle } from "#contract/fitment.ts";
import { noSuchPage, type PageAnswer, type PageInput } from "#web/app/page.ts";
import { fitPath } from "#web/app/paths.ts";
import {
  makeList,
  modelList,
  oneVehicle,
  partsForVehicle,
  yearList,
} from "#web/modules/fitment/calls.ts";

type Names = Record<"make" | "model" | "year" | "type", string>;

const namesIn = ({ params }: PageInput): Names => ({
  make: "",
  model: "",
  year: "",
  type: "",
  ...params,
});

/** What a page of /fit shows goes by how much its address names. */
export async function prefetch(client: QueryClient, input: PageInput): Promise<unknown> {
  const { make, model, year, type } = namesIn(input);
  const once = { retry: false };
  if (type)
    return client.prefetchQuery({
      ...partsForVehicle({ make, model, year, type }, input.query.after),
      ...once,
    });
  if (year) return client.prefetchQuery({ ...oneVehicle(make, model, year), ...once });
  if (model) return client.prefetchQuery({ ...yearList(make, model), ...once });
  return make
    ? client.prefetchQuery({ ...modelList(make), ...once })
    : client.prefetchQuery({ ...makeList(), ...once });
}

/** A list in which no part surely fits is not for search engines. */
export function describe(client: QueryClient, input: PageInput): PageAnswer | undefined {
  const names = namesIn(input);
  const found = findNames(client, names, input.query.after);
  if (found === null) return noSuchPage;
  if (!found?.isSure || input.query.after) return undefined;
  const { what, car, at } = found;
  const [make = names.make, model = names.model] = at;
  const { year, type } = names;
  return {
    status: 200,
    path: fitPath(...[make, model, year, type].filter((name) => name !== "")),
    title: `${what} for ${car}`,
    description: import.meta.env.SSR
      ? `${what} for ${car}, from the maker: which surely fit, and why.`
      : "",
    picture: undefined,
  };
}

/** `at`: the slugs of make and model, which may have been renamed. */
type Found = { what: string; car: string; isSure: boolean; at: string[] };

function findNames(
  client: QueryClient,
  { make, model, year, type }: Names,
  after: string | undefined,
): Found | null | undefined {
  const parts = { what: "Parts", isSure: true };
  if (type) {
    const data = client.getQueryData(partsForVehicle({ make, model, year, type }, after).queryKey);
    if (!data) return data;
    const isSure = data.items.some(({ verdict }) => verdict.says === "yes");
    const car = `the ${nameOf(data.vehicle)}`;
    return { what: data.type.name, car, isSure, at: slugsOf(data.vehicle) };
  }
  if (year) {
    const data = client.getQueryData(oneVehicle(make, model, year).queryKey);
    return data && { ...parts, car: `the ${nameOf(data)}`, at: slugsOf(data) };
  }
  if (model) {
    const data = client.getQueryData(yearList(make, model).queryKey);
    const at = data ? [data.make.slug, data.slug] : [];
    return data && { ...parts, car: `the ${data.make.name} ${data.name}`, at };
  }
  if (make) {
    const data = client.getQueryData(modelList(make).queryKey);
    return data && { ...parts, car: data.name, at: [data.slug] };
  }
  return { ...parts, car: "your car", at: [] };
}

type Named = Pick<Vehicle, "year" | "make" | "model">;
const slugsOf = ({ make, model }: Named) => [make.slug, model.slug];
const nameOf = ({ year, make, model }: Named) => `${year} ${make.name} ${model.name}`;
