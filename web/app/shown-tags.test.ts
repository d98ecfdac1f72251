import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { type Call, followedKinds } from "#contract/call.ts";
import { partCalls } from "#contract/catalog.ts";
import { vehicleCalls } from "#contract/fitment.ts";
import { legalCalls } from "#contract/legal.ts";
import { numberPageCalls } from "#contract/number-page.ts";
import { repairCalls } from "#contract/repairs.ts";
import { reviewCalls } from "#contract/reviews.ts";
import { searchCalls } from "#contract/search.ts";
import { allPartPages, newestParts, partPage, searchParts } from "#web/modules/catalog/calls.ts";
import { modelList, oneVehicle, partsForVehicle } from "#web/modules/fitment/calls.ts";
import { oneRepair } from "#web/modules/fitment/jobs/calls.ts";
import { companyDetails, legalText } from "#web/modules/legal/calls.ts";
import { newestReviews } from "#web/modules/reviews/calls.ts";
import { catalogueList, chosenParts, searchResults } from "#web/modules/search/calls.ts";
import { partsByNumber } from "#web/modules/search/number-calls.ts";
import { queryTags } from "./shown-tags.ts";

const list = { vehicle: "1", sort: "price" } as const;
const car = { make: "bramwick", model: "wexley", year: "2018" };

const queries: [
  what: string,
  query: { queryKey: readonly unknown[] },
  call: Call,
  given?: object,
][] = [
  ["the newest parts", newestParts(), partCalls.list],
  ["all parts", allPartPages(), partCalls.list],
  ["parts by name", searchParts("disc"), partCalls.list],
  ["a part", partPage("PW-1"), partCalls.page],
  ["a list", catalogueList(list), searchCalls.catalogue, { query: list }],
  ["a search", searchResults({ ...list, q: "disc" }), searchCalls.find, { query: list }],
  ["chosen parts", chosenParts(["a"]), searchCalls.chosen],
  ["a number", partsByNumber("4711"), numberPageCalls.one],
  ["models", modelList("bramwick"), vehicleCalls.models],
  ["a car", oneVehicle("bramwick", "wexley", "2018"), vehicleCalls.one],
  [
    "parts for a car",
    partsForVehicle({ ...car, type: "discs" }, undefined),
    vehicleCalls.partsOfType,
  ],
  ["a repair", oneRepair("front-brakes"), repairCalls.one],
  ["reviews", newestReviews(), reviewCalls.list],
  ["the company", companyDetails(), legalCalls.company],
  ["a legal text", legalText("imprint"), legalCalls.read],
];

it.each(queries)(
  "a tab that shows %s follows what its call does",
  (_, { queryKey }, call, given) => {
    const client = new QueryClient();
    // Of what was not found, too.
    const query = client.getQueryCache().build(client, { queryKey });
    query.setData(null);
    expect(queryTags(query)).toEqual(expect.arrayContaining([...followedKinds(call, given)]));
  },
);
