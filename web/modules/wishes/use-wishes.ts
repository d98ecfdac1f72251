import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Person } from "#contract/identity.ts";
import { maxWishes, wishCalls } from "#contract/wishes.ts";
import { call } from "#web/app/call.ts";
import { useKeptList } from "#web/app/kept-list.ts";
import { showToast } from "#web/ui/toast.tsx";
import { ownWishes } from "./calls.ts";
import { localWishes } from "./local-wishes.ts";

export type Wishes = {
  ids: readonly string[] | undefined;
  failure: Error | null;
  retry: () => void;
  toggle: (id: string) => void;
};

/** `user` is undefined while it is unknown who is signed in. */
export function useWishes(user: Person | null | undefined): Wishes {
  const client = useQueryClient();
  const local = useKeptList(localWishes);
  const { data: stored, error, refetch } = useQuery({ ...ownWishes(), enabled: Boolean(user) });
  // What is still on its way to the account, or found no room there, is shown as well.
  const all = stored && [...new Set([...local, ...stored])];

  const { queryKey } = ownWishes();
  const saving = useMutation({
    // One after the other, so that the last answer is the newest list.
    scope: { id: "wishes" },
    async mutationFn({ id, isOn }: { id: string; isOn: boolean }) {
      await client.cancelQueries({ queryKey });
      return isOn
        ? call(wishCalls.remove, { params: { id } })
        : call(wishCalls.add, { body: { parts: [id] } });
    },
    onSuccess: (list) => client.setQueryData(queryKey, list),
    onError: ({ message }) => showToast(message, "error"),
  });

  function toggle(id: string) {
    const isOn = (user ? all : local)?.includes(id) === true;
    if (user) {
      const others = localWishes.read().filter((each) => each !== id);
      if (others.length < localWishes.read().length) localWishes.write(others);
      saving.mutate({ id, isOn });
    } else if (isOn) localWishes.write(local.filter((each) => each !== id));
    else if (local.length < maxWishes) localWishes.write([id, ...local]);
    else showToast(`A wish list has room for ${maxWishes} parts.`, "error");
  }

  const ids = user ? all : user === null ? local : undefined;
  return { ids, failure: all ? null : error, retry: () => void refetch(), toggle };
}
