import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type BasketComment, basketCommentCalls } from "#contract/basket-comments.ts";
import { call } from "#web/app/call.ts";
import { showToast } from "#web/ui/toast.tsx";

/** Those who write are not signed in, so it is asked for again and again while the link lives. */
const refetchMs = 10_000;

export function useOwnComments(personId: string | undefined) {
  const client = useQueryClient();
  const queryKey = ["basket-comments", personId ?? "visitor"];
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(basketCommentCalls.list, {}, signal),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.sharedUntil ? refetchMs : false),
  });

  async function remove({ _id: id }: BasketComment) {
    await call(basketCommentCalls.remove, { params: { id } }).then(
      (left) => client.setQueryData(queryKey, left),
      (error: Error) => showToast(error.message, "error"),
    );
  }

  return { comments: data?.comments ?? [], sharedUntil: data?.sharedUntil ?? null, remove };
}
