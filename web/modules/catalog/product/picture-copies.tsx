import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { type PictureCopy, pictureCopyCalls } from "#contract/picture-copies.ts";
import { call } from "#web/app/call.ts";
import { DateTime } from "#web/app/format.tsx";
import { showToast } from "#web/ui/toast.tsx";

const pictureCopies = (id: string) =>
  queryOptions({
    queryKey: ["parts", "copies", id],
    queryFn: ({ signal }) => call(pictureCopyCalls.list, { params: { id } }, signal),
  });

export function usePictureCopies(id: string) {
  const copies = useQuery(pictureCopies(id));
  const retrying = useMutation({
    mutationFn: () => call(pictureCopyCalls.retry, { params: { id } }),
    onSuccess: () => showToast("The shop fetches the picture again"),
    onError: (error) => showToast(error.message, "error"),
    onSettled: () => copies.refetch(),
  });
  return {
    copyOf: (address: string) => copies.data?.find((copy) => copy.address === address.trim()),
    retry: () => retrying.isPending || retrying.mutate(),
  };
}

type Props = { copy: PictureCopy; retry: () => void };

export function CopyState({ copy, retry }: Props) {
  const { problem, nextAttempt } = copy;
  if (copy.copy !== null) return "Copied: customers see the shop's own copy.";
  if (problem === null) {
    return "The shop is copying this picture. Until then customers see a drawing in its place.";
  }
  return (
    <span className="block border-s-4 border-warning ps-3 text-base-content">
      <strong>Not copied, so customers do not see this picture.</strong> {problem}{" "}
      {nextAttempt !== null && (
        <>
          The shop tries again <DateTime time={nextAttempt} />.{" "}
        </>
      )}
      Upload the picture below, give another address, or{" "}
      <button type="button" className="cursor-pointer font-semibold underline" onClick={retry}>
        try again now
      </button>
      .
    </span>
  );
}
