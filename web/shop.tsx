import type { QueryClient } from "@tanstack/react-query";
import {
  type DehydratedState,
  HydrationBoundary,
  QueryClientProvider,
} from "@tanstack/react-query";
import type { ReactNode } from "react";
import { StrictMode } from "react";

type Props = { client: QueryClient; state: DehydratedState; children: ReactNode };

/** The whole application around its router: the same on the server and in the browser. */
export function Shop({ client, state, children }: Props) {
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <HydrationBoundary state={state}>{children}</HydrationBoundary>
      </QueryClientProvider>
    </StrictMode>
  );
}
