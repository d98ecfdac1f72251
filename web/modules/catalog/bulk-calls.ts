import {
  type BulkBatch,
  type BulkChange,
  type BulkPreview,
  type BulkSelection,
  bulkCalls,
} from "#contract/bulk-edits.ts";
import { call, callInTime, isRefusedAs } from "#web/app/call.ts";

type Request = { select: BulkSelection; change: BulkChange };

export function bulkPreview(request: Request) {
  return {
    queryKey: ["parts", "bulk", JSON.stringify(request)],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      call(bulkCalls.preview, { body: request }, signal),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  };
}

type Applied = { changed: number } | { present: BulkPreview };
type BatchRequest = BulkBatch & { editId: string; change: BulkChange };

/** `present`: the preview of now, where parts of the batch were changed since. */
export async function applyBatch(body: BatchRequest): Promise<Applied> {
  try {
    return await callInTime(bulkCalls.apply, { body });
  } catch (error) {
    if (!isRefusedAs(error, "conflict") || !error.present) throw error;
    return { present: error.present as BulkPreview };
  }
}
