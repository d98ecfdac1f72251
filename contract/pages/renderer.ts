import type { Call, CallInput, Reply } from "../call.ts";

export type Site = {
  shopName: string;
  logo: string;
  timeZone: string;
  origin: string;
  pictureHosts: string[];
};

export type InternalCall = <C extends Call>(call: C, sent: CallInput<C>) => Promise<Reply<C>>;

export type PagePlan = {
  /** Its address with the declared parameters alone: the same for everyone. */
  key: string;
  isPage: boolean;
};

export type RenderedPage = {
  status: 200 | 404 | 410;
  isStored: boolean;
  head: string;
  app: string;
  state: string;
};

/** To the address that the page has by its data. */
export type PageRedirect = { status: 301; location: string };

export type PageRenderer = {
  plan(url: string): PagePlan;
  render(url: string, call: InternalCall, site: Site): Promise<RenderedPage | PageRedirect>;
  publicPaths(): string[];
};
