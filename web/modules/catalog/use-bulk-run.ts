import { useEffect, useRef, useState } from "react";
import type { BulkBatch, BulkChange, BulkPreview } from "#contract/bulk-edits.ts";
import { applyBatch } from "./bulk-calls.ts";

export type BulkRun = {
  editId: string;
  change: BulkChange;
  of: number;
  done: number;
  left: BulkBatch[];
  /** Of batches in which others have changed parts meanwhile. */
  changedMeanwhile: string[];
  isBusy: boolean;
  failure: string;
};

/** Batch after batch, so that others can order these parts meanwhile and the progress is known. */
export function useBulkRun() {
  const [run, setRun] = useState<BulkRun>();
  const isStopped = useRef(false);
  const isBusy = run?.isBusy === true;

  useEffect(() => {
    if (!isBusy) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isBusy]);

  async function work(from: BulkRun): Promise<BulkRun> {
    let now: BulkRun = { ...from, isBusy: true, failure: "" };
    const show = (more: Partial<BulkRun>) => {
      now = { ...now, ...more };
      setRun(now);
    };
    isStopped.current = false;
    show({});
    try {
      for (let [batch] = now.left; batch && !isStopped.current; [batch] = now.left) {
        const { editId, change } = now;
        const answer = await applyBatch({ editId, change, ...batch });
        const left = now.left.slice(1);
        if ("present" in answer) {
          show({ left, changedMeanwhile: [...now.changedMeanwhile, ...batch.ids] });
        } else {
          show({ left, done: now.done + answer.changed });
        }
      }
    } catch (error) {
      show({ failure: (error as Error).message });
    }
    show({ isBusy: false });
    return now;
  }

  return {
    run,
    start: ({ editId, batches, changing }: BulkPreview, change: BulkChange) =>
      work({
        editId,
        change,
        of: changing,
        done: 0,
        left: batches,
        changedMeanwhile: [],
        isBusy: true,
        failure: "",
      }),
    goOn: work,
    stop() {
      isStopped.current = true;
    },
    forget: () => setRun(undefined),
  };
}
