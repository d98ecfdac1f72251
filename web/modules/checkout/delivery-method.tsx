import { useId } from "react";
import type { OfferedMethod } from "#contract/checkout.ts";
import { formatDollars } from "#web/app/format.tsx";
import { describePromise } from "./promised-days.ts";

type MethodProps = { method: OfferedMethod; isChosen: boolean; onChoose: () => void };

export function DeliveryMethod({ method, isChosen, onChoose }: MethodProps) {
  const id = useId();
  const { name, price, problem } = method;
  const remark = problem ?? describePromise(method, Date.now());
  return (
    <label
      htmlFor={id}
      className="-mt-px flex cursor-pointer items-center gap-4 border border-base-300 p-4 has-checked:relative has-checked:border-base-content has-disabled:cursor-default has-disabled:text-base-content/75"
    >
      <input
        id={id}
        type="radio"
        name="method"
        className="size-5 shrink-0 accent-base-content"
        checked={isChosen}
        disabled={price === null}
        onChange={onChoose}
      />
      <span className="min-w-0 grow">
        <span className="block font-semibold wrap-anywhere">{name}</span>
        {remark && <span className="block text-sm">{remark}</span>}
      </span>
      <span className="font-bold whitespace-nowrap">
        {price === null ? "–" : price === 0 ? "free" : `$${formatDollars(price)}`}
      </span>
    </label>
  );
}
