import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { formatCount } from "#web/app/format.tsx";
import { InlineLoading, LoadFailed } from "#web/ui/placeholder.tsx";
import { previewShipping } from "./board-calls.ts";
import { LeftOutList } from "./left-out-list.tsx";
import { countOrders } from "./print-papers.ts";

export type ReadyOrder = { order: string; number: number; isCollection?: boolean | undefined };

type Props = {
  orders: string[];
  onShip: (ready: ReadyOrder[]) => void;
  onPeek: (id: string) => void;
  onClose: () => void;
};

export function ShipDialog({ orders, onShip, onPeek, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const go = useRef<HTMLButtonElement>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ["orders", "all", "shipping", orders],
    queryFn: () => previewShipping(orders),
    staleTime: 0,
    gcTime: 0,
  });
  const ready = data?.ready ?? [];

  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);

  const isReady = ready.length > 0;
  useEffect(() => {
    if (isReady) go.current?.focus();
  }, [isReady]);

  const collected = ready.filter((each) => each.isCollection).length;
  const { title, button, text } = describe(data?.pieces ?? 0, ready.length - collected, collected);
  return (
    <dialog
      ref={dialog}
      aria-label="Mark shipped"
      className="m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-xl overflow-auto border border-base-300 bg-base-100 p-6 text-base-content backdrop:bg-neutral/60"
      onClose={onClose}
    >
      <h2 className="text-xl font-extrabold">{title}</h2>
      {!data && !error && <InlineLoading />}
      {error && <LoadFailed title="This could not be checked" error={error} retry={refetch} />}
      {data && (
        <>
          <p role="status" className="mt-3 leading-relaxed">
            {isReady
              ? `${text} After that, the customers cannot cancel.`
              : "None of these can be shipped."}
          </p>
          {data.left.length > 0 && (
            <LeftOutList title="These are left out:" left={data.left} onPeek={onPeek} />
          )}
        </>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        {isReady && (
          <button
            ref={go}
            type="button"
            className="btn btn-secondary"
            onClick={() => onShip(ready)}
          >
            {button}
          </button>
        )}
        <button type="button" className="btn btn-outline" onClick={onClose}>
          Not yet
        </button>
      </div>
    </dialog>
  );
}

function describe(pieceCount: number, sent: number, collected: number) {
  const all = formatCount(sent + collected);
  const pieces = `${formatCount(pieceCount)} ${pieceCount === 1 ? "piece" : "pieces"} of ${countOrders(sent + collected)}`;
  if (collected === 0)
    return {
      title: "Mark shipped",
      button: `Mark ${all} shipped`,
      text: `${pieces} count as shipped, and one letter for each order goes out.`,
    };
  if (sent === 0)
    return {
      title: "Ready for collection",
      button: `Mark ${all} ready`,
      text: `${pieces} become ready for collection at the works, and one letter with a code goes out for each order.`,
    };
  return {
    title: "Mark shipped or ready",
    button: `Mark ${all} shipped or ready`,
    text: `${pieces}: ${countOrders(sent)} counted as shipped, ${countOrders(collected)} ready for collection at the works. One letter for each order goes out, with a code where it is collected.`,
  };
}
