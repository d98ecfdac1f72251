// Every address that is cached. A call or page with parameters that is not here does not compile.

import { callRoot } from "#contract/call.ts";
import type { calls } from "#contract/calls.ts";
import { legalPageSlugs } from "#contract/rules/legal-pages.ts";
import { siteFiles } from "#server/platform/pages/site-files.ts";
import { legalPath, paths } from "#web/app/paths.ts";
import { known, type World } from "./world.ts";

type AllCalls = typeof calls;
type CachedIn<Domain extends keyof AllCalls> = {
  [Name in keyof AllCalls[Domain] & string]: AllCalls[Domain][Name] extends { cached: object }
    ? `${Domain}.${Name}`
    : never;
}[keyof AllCalls[Domain] & string];
type CachedCall = { [Domain in keyof AllCalls]: CachedIn<Domain> }[keyof AllCalls];

type PagePath = keyof typeof paths;
type PageWithParams = {
  [Page in PagePath]: (typeof paths)[Page] extends `${string}:${string}` ? Page : never;
}[PagePath];

/** The most telling first, which `npm test` reads. */
const lists = [
  "type=brake-discs&stock=1",
  "type=brake-discs&sort=price",
  "",
  "type=brake-discs",
  "type=brake-discs&sort=price-down",
  "type=brake-discs&sort=name",
  "type=brake-discs&f=diameter:310",
  "type=brakes",
  "type=brakes&sort=newest",
  "type=wheel-bearings&stock=1",
  "type=service-kits&stock=1",
  "brand=Kasmund",
  "stock=1&sort=price",
  "sort=price-down",
];
const searches = [
  "disc",
  "brake%20discs%20front",
  "kasmund",
  "newbrand",
  "PW-104-272",
  "PW-104",
  "NM%204711",
  "stale%20bearing",
  "altenator",
  "bramwick%20disc",
];
const searchFilters = ["", "&stock=1", "&sort=price"];

const ofCalls: Record<CachedCall, (world: World) => string[]> = {
  "parts.list": ({ ids }) => [
    "/parts",
    "/parts?newest=6",
    "/parts?limit=49",
    `/parts?limit=20&after=${ids.disc}`,
    "/parts?q=disc",
    "/parts?q=stale%20bearing",
  ],
  "parts.one": ({ ids }) => Object.values(ids).map((id) => `/purchase/${id}`),
  "parts.page": ({ ids }) => [
    ...Object.values(ids).map((id) => `/parts/${id}`),
    ...Object.values(known).map((number) => `/parts/${number}`),
  ],
  "parts.types": () => ["/part-types"],
  "vehicles.makes": () => ["/vehicles"],
  "vehicles.models": () => ["/vehicles/bramwick", "/vehicles/corvane"],
  "vehicles.years": () => ["/vehicles/bramwick/wexley"],
  "vehicles.one": () => ["/vehicles/bramwick/wexley/2018", "/vehicles/corvane/arden/2014"],
  "vehicles.partsOfType": () =>
    ["brake-discs", "brake-pads", "brake-kits"].map(
      (type) => `/vehicles/bramwick/wexley/2018/${type}`,
    ),
  "fitAnswers.ofPart": ({ ids }) => [ids.disc, ids.pads].map((id) => `/parts/${id}/fits`),
  "repairs.list": () => ["/repairs"],
  "repairs.one": () => ["/repairs/front-brakes", "/repairs/stale-job"],
  "search.catalogue": ({ vehicle }) =>
    [
      ...lists,
      `type=brake-discs&vehicle=${vehicle.id}`,
      `type=brake-discs&stock=1&vehicle=${vehicle.id}`,
    ].map((query) => `/catalogue?${query}`),
  "search.chosen": ({ ids }) => [`/catalogue/parts?ids=${Object.values(ids)}`],
  "search.suggest": ({ vehicle }) =>
    searches.flatMap((q) => [
      `/search/suggest?q=${q}`,
      `/search/suggest?q=${q}&vehicle=${vehicle.id}`,
    ]),
  "search.find": ({ vehicle }) =>
    searches.flatMap((q) =>
      [...searchFilters, `&vehicle=${vehicle.id}`].map((more) => `/search?q=${q}${more}`),
    ),
  "numberPages.one": () => [
    ...Object.values(known).map((number) => `/numbers/${number}`),
    "/numbers/NM4711",
  ],
  "reviews.list": () => ["/reviews", "/reviews?newest=3"],
  "reviews.summary": () => ["/reviews/summary"],
  "partReviews.list": ({ ids }) => [`/parts/${ids.disc}/reviews`],
  "legal.company": () => ["/company"],
  "legal.read": () => [
    ...legalPageSlugs.map((page) => `/legal/${page}`),
    "/legal/terms?version=0",
    "/legal/terms?version=1",
  ],
};

const ofPages: Record<PageWithParams, (world: World) => string[]> = {
  shopType: () =>
    lists.flatMap((query) => {
      const { type, ...more } = Object.fromEntries(new URLSearchParams(query));
      return type ? [`/shop/${type}?${new URLSearchParams(more)}`.replace(/\?$/, "")] : [];
    }),
  fit: () => [
    "/fit",
    "/fit/bramwick",
    "/fit/bramwick/wexley",
    "/fit/bramwick/wexley/2018",
    "/fit/bramwick/wexley/2018/brake-discs",
  ],
  part: ({ paths }) => Object.values(paths),
  number: () => ["/number/pw104272", "/number/pwst2"],
  job: () => ["/job", "/job/front-brakes"],
  // The same for everyone until the browser fills them.
  purchase: ({ ids }) => [`/purchase/${ids.disc}`],
  garageCar: () => ["/dashboard/garage/1"],
  askReturn: () => ["/dashboard/return/1"],
  order: () => ["/dashboard/order/1"],
  payment: () => ["/dashboard/payment/1"],
  import: () => ["/dashboard/imports/1"],
  vehicles: () => ["/dashboard/vehicles/bramwick"],
  repair: () => ["/dashboard/jobsOnCars/front-brakes"],
  partType: () => ["/dashboard/partTypes/brake-discs"],
  return: () => ["/dashboard/returns/1"],
  person: () => ["/dashboard/people/1"],
  companyAccount: () => ["/dashboard/companies/1"],
  webhook: () => ["/dashboard/webhooks/1"],
  manageProduct: ({ ids }) => [`/dashboard/manageProducts/${ids.disc}`],
  manageFit: ({ ids }) => [`/dashboard/manageProducts/${ids.disc}/fit`],
};

const withQuery = ({ ids, vehicle }: World) => [
  `/product?after=${ids.disc}`,
  "/shop?stock=1",
  "/shop?sort=price",
  `/shop?vehicle=${vehicle.id}`,
  "/search?q=disc",
  "/search?q=PW-104-272&list=1",
  "/search?q=NM%204711&list=1",
  `/compare?parts=${known.disc},${known.otherDisc}`,
  `/compare?parts=${known.bolt},PW-NEW-1`,
  legalPath("terms", 1),
];

const files = [
  ...siteFiles.keys(),
  "/sitemap.xml",
  "/sitemap-pages.xml",
  "/sitemap-vehicles.xml",
  "/sitemap-0.xml",
];

const isPlain = (path: string) => !path.includes(":");

export const listCallAddresses = (world: World): [CachedCall, string[]][] =>
  Object.entries(ofCalls).map(([call, list]) => [
    call as CachedCall,
    list(world).map((path) => callRoot + path),
  ]);

export const listAddresses = (world: World): string[] => [
  ...listCallAddresses(world).flatMap(([, addresses]) => addresses),
  ...Object.values(paths).filter(isPlain),
  ...Object.values(ofPages).flatMap((list) => list(world)),
  ...withQuery(world),
  ...files,
];
