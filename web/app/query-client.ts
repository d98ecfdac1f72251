import { QueryClient } from "@tanstack/react-query";
import { CallRefused } from "./call.ts";

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        retry: (failures, error) => failures < 2 && !isFinal(error),
        retryDelay: (failures) => 400 * 2 ** failures,
      },
    },
  });
}

function isFinal(error: Error): boolean {
  return error instanceof CallRefused && error.status < 500;
}
