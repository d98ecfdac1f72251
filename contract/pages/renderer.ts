import type { Call, CallInput, Reply } from "../call.ts";

export type Site = { shopName: string; origin: string };

export type InternalCall = <C extends Call>(call: C, sent: CallInput<C>) => Promise<Reply<C>>;

export type PagePlan = {
  /** Pages with the same key are the same for everyone. */
  key: string;
  status: 200 | 404;
};

export type RenderedPage = {
  /** Title, description, structured data. */
  head: string;
  app: string;
  /** The data that the page was rendered from, as JSON. */
  state: string;
  /** Of everything that it shows. */
  tags: string[];
};

export type PageRenderer = {
  plan(path: string): PagePlan;
  render(path: string, call: InternalCall, site: Site): Promise<RenderedPage>;
  /** The pages for search engines. */
  publicPaths(): string[];
};
