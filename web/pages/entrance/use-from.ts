import { useSearchParams } from "react-router";
import { safePath } from "#contract/safe-path.ts";
import { useHydrated } from "#web/hydrated.ts";

/** The page of ours from which a person was sent to sign in. */
export function useFrom(): string | undefined {
  const [query] = useSearchParams();
  return useHydrated() ? safePath(query.get("from")) : undefined;
}

/** The same address, taking along where the person came from. */
export function takingAlong(path: string, from: string | undefined): string {
  return from ? `${path}?from=${encodeURIComponent(from)}` : path;
}
