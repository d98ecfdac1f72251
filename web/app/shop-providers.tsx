import type { QueryClient } from "@tanstack/react-query";
import {
  type DehydratedState,
  HydrationBoundary,
  QueryClientProvider,
} from "@tanstack/react-query";
import type { ReactNode } from "react";
import { StrictMode, useEffect } from "react";
import { PictureHosts } from "#web/ui/picture.tsx";
import { ShopLogo, ShopName } from "./shop-name.ts";

type Props = {
  client: QueryClient;
  name: string;
  logo: string;
  pictureHosts: readonly string[];
  state: DehydratedState;
  onHydrated?: () => void;
  children: ReactNode;
};

export function ShopProviders(props: Props) {
  const { client, name, logo, pictureHosts, state, onHydrated, children } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it happens once
  useEffect(() => onHydrated?.(), []);
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <HydrationBoundary state={state}>
          <ShopName value={name}>
            <ShopLogo value={logo}>
              <PictureHosts value={pictureHosts}>{children}</PictureHosts>
            </ShopLogo>
          </ShopName>
        </HydrationBoundary>
      </QueryClientProvider>
    </StrictMode>
  );
}
