import { safePath } from "#contract/rules/safe-path.ts";
import { useQueryParam } from "#web/app/use-query-param.ts";

/** The page of ours from which a person was sent to sign in. */
export function useReturnLink(): string | undefined {
  return safePath(useQueryParam("from"));
}

/** The same address, taking along where the person came from. */
export function withReturnLink(path: string, from: string | undefined): string {
  return from ? `${path}?from=${encodeURIComponent(from)}` : path;
}
