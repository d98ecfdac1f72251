import type { QueryClient } from "@tanstack/react-query";
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
  ...{ make: "", model: "", year: "", type: "" },
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
  const { what, car } = found;
  const { make, model, year, type } = names;
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

type Found = { what: string; car: string; isSure: boolean };

/** Null where there is no such car or type. */
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
    return { what: data.type.name, car: `the ${nameOf(data.vehicle)}`, isSure };
  }
  if (year) {
    const data = client.getQueryData(oneVehicle(make, model, year).queryKey);
    return data && { ...parts, car: `the ${nameOf(data)}` };
  }
  if (model) {
    const data = client.getQueryData(yearList(make, model).queryKey);
    return data && { ...parts, car: `the ${data.make.name} ${data.name}` };
  }
  if (make) {
    const data = client.getQueryData(modelList(make).queryKey);
    return data && { ...parts, car: data.name };
  }
  return { ...parts, car: "your car" };
}

type Named = { year: number; make: { name: string }; model: { name: string } };
const nameOf = ({ year, make, model }: Named) => `${year} ${make.name} ${model.name}`;
