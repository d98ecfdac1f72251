// All pages of the shop: address, title, what each shows, and how its code is loaded.
import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { matchRoutes, type RouteObject } from "react-router";
import type { Topic } from "#contract/call.ts";
import { Frame } from "./pages/frame.tsx";
import { PageFailure } from "./pages/page-failure.tsx";
import { allPartPages, newestParts } from "./parts/calls.ts";
import { paths } from "./paths.ts";

export type Page = {
  path: string;
  title: string;
  description?: string;
  topics?: readonly Topic[];
  /** Data without which the page would have to show that it is loading. */
  needs?: (client: QueryClient) => Promise<unknown>;
  load: () => Promise<ComponentType>;
};

export const pages: Page[] = [
  {
    path: paths.home,
    title: "Parts from the people who make them",
    description:
      "Brake, engine, suspension and electrical parts, sold by the manufacturer: drawings, " +
      "stock and price for each, from the shelf to your workshop.",
    topics: ["parts"],
    needs: (client) => client.prefetchQuery({ ...newestParts(), retry: false }),
    load: async () => (await import("./pages/shop/home-page.tsx")).HomePage,
  },
  {
    path: paths.products,
    title: "All Products",
    description: "The whole catalogue with minimum order, stock and price of every part.",
    topics: ["parts"],
    needs: (client) => client.prefetchInfiniteQuery({ ...allPartPages(), retry: false }),
    load: async () => (await import("./pages/shop/products-page.tsx")).ProductsPage,
  },
  toCome(paths.about, "About"),
  toCome(paths.blog, "Blog"),
  toCome(paths.contact, "Contact Us"),
  toCome(paths.login, "Login"),
  toCome(paths.register, "Register"),
  toCome(paths.purchase, "Purchase"),
  toCome(paths.dashboard, "My Profile"),
  toCome(paths.myOrder, "My Order"),
  toCome(paths.addReview, "Add Review"),
  toCome(paths.updateProfile, "Update Profile"),
  toCome(paths.payment, "Payment"),
  toCome(paths.manageAllOrders, "Manage All Orders"),
  toCome(paths.addProduct, "Add A Product"),
  toCome(paths.makeAdmin, "Make Admin"),
  toCome(paths.manageProducts, "Manage Products"),
];

export const notFound: Page = {
  path: "*",
  title: "Page not found",
  load: async () => (await import("./pages/shop/not-found-page.tsx")).NotFoundPage,
};

function toCome(path: string, title: string): Page {
  return {
    path,
    title,
    load: async () => (await import("./pages/shop/coming-page.tsx")).ComingPage,
  };
}

const everyPage = [...pages, notFound];

export function pageAt(path: string): Page {
  const [match] = matchRoutes(everyPage, path) ?? [];
  return match?.route ?? notFound;
}

/** React Router's table. A page that is loaded already is there at once, without a pause. */
export function createRoutes(loaded: { page: Page; Component: ComponentType }): RouteObject[] {
  return [
    {
      Component: Frame,
      children: everyPage.map((page) => ({
        path: page.path,
        ErrorBoundary: PageFailure,
        ...(page === loaded.page
          ? { Component: loaded.Component }
          : { lazy: async () => ({ Component: await page.load() }) }),
      })),
    },
  ];
}
