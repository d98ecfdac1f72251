import { safePath } from "#contract/safe-path.ts";
import { useAddressQuery } from "#web/app/address-query.ts";

/** The page of ours from which a person was sent to sign in. */
export function useFrom(): string | undefined {
  return safePath(useAddressQuery("from"));
}

/** The same address, taking along where the person came from. */
export function takingAlong(path: string, from: string | undefined): string {
  return from ? `${path}?from=${encodeURIComponent(from)}` : path;
}
