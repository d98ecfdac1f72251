import { formatCount } from "#web/app/format.tsx";
import { countProducts } from "./count-products.ts";
import type { BulkRun } from "./use-bulk-run.ts";

type Props = {
  run: BulkRun;
  onStop: () => void;
  onGoOn: () => void;
  onLookAgain: () => void;
  onClose: () => void;
};

export function BulkProgress({ run, onStop, onGoOn, onLookAgain, onClose }: Props) {
  const { of, done, left, changedMeanwhile, isBusy, failure } = run;
  const waiting = left.reduce((sum, { ids }) => sum + ids.length, 0);
  const others = changedMeanwhile.length;
  return (
    <div className="grid gap-4">
      <progress className="h-3 w-full" aria-label="Progress" max={of} value={done} />
      <p role="status">
        Changed {formatCount(done)} of {countProducts(of)}.
        {!isBusy && waiting > 0 && ` ${countProducts(waiting)} are as before.`}
        {!isBusy &&
          others > 0 &&
          ` Some of ${countProducts(others)} were changed by others meanwhile: nothing was done to these.`}
      </p>
      <p role="alert" className="font-medium text-error empty:hidden">
        {failure}
      </p>
      <div className="flex flex-wrap gap-3">
        {isBusy && (
          <button type="button" className="btn btn-outline" onClick={onStop}>
            Stop
          </button>
        )}
        {!isBusy && waiting > 0 && (
          <button type="button" className="btn btn-secondary" onClick={onGoOn}>
            Go on with {countProducts(waiting)}
          </button>
        )}
        {!isBusy && waiting === 0 && others > 0 && (
          <button type="button" className="btn btn-secondary" onClick={onLookAgain}>
            Look at {countProducts(others)} again
          </button>
        )}
        {!isBusy && (
          <button type="button" className="btn btn-outline" onClick={onClose}>
            Close
          </button>
        )}
      </div>
    </div>
  );
}
