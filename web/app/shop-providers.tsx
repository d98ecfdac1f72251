import type { QueryClient } from "@tanstack/react-query";
import {
  type DehydratedState,
  HydrationBoundary,
  QueryClientProvider,
} from "@tanstack/react-query";
import type { ReactNode } from "react";
import { StrictMode, useEffect } from "react";
import { PictureHosts } from "#web/ui/picture.tsx";
import { ShopName } from "./shop-name.ts";

type Props = {
  client: QueryClient;
  name: string;
  pictureHosts: readonly string[];
  state: DehydratedState;
  onHydrated?: () => void;
  children: ReactNode;
};

export function ShopProviders({ client, name, pictureHosts, state, onHydrated, children }: Props) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it happens once
  useEffect(() => onHydrated?.(), []);
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <HydrationBoundary state={state}>
          <ShopName value={name}>
            <PictureHosts value={pictureHosts}>{children}</PictureHosts>
          </ShopName>
        </HydrationBoundary>
      </QueryClientProvider>
    </StrictMode>
  );
}
