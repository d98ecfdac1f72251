import { type FormEvent, Suspense, useState } from "react";
import type { Order } from "#contract/orders.ts";
import type { ShipmentState } from "#contract/rules/fulfilment.ts";
import { maySend } from "#contract/rules/order-states.ts";
import type { Shipment, ShipmentEdit } from "#contract/shipments.ts";
import { DateTime, formatCount } from "#web/app/format.tsx";
import { FormError } from "#web/ui/field.tsx";
import { late } from "#web/ui/late.tsx";
import { InlineLoading } from "#web/ui/placeholder.tsx";
import { HiddenIfReadOnly } from "#web/ui/read-only.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { useAction } from "#web/ui/use-action.ts";
import { useShipping } from "./calls.ts";
import { type Tracking, TrackingFields } from "./tracking-fields.tsx";

type Props = { parcel: Shipment; order: Order };

const LossForm = late(async () => (await import("./loss-form.tsx")).LossForm);

const HandOverForm = late(async () => (await import("./hand-over-form.tsx")).HandOverForm);

const describeLost = ({ lines }: Shipment) => lines.map(({ lost }) => lost).join();

export function ParcelRow({ parcel, order }: Props) {
  const { state, lines, carrier, tracking } = parcel;
  const { isCollection = false } = order;
  const nameOf = (line: string) => order.lines.find(({ _id }) => _id === line)?.name ?? "";
  return (
    <li className="grid gap-2 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <p className="font-semibold">
            Parcel {parcel.parcel}: {(isCollection ? collectionNames : names)[state]}
          </p>
          <p className="text-sm text-base-content/75">
            <DateTime time={parcel.deliveredAt ?? parcel.shippedAt ?? parcel.packedAt} />
            {carrier && ` · ${carrier}`}
            {tracking && (
              <>
                {" · "}
                <span className="font-mono wrap-anywhere">{tracking}</span>
              </>
            )}
          </p>
          <ul className="text-sm">
            {lines.map(({ line, quantity, lost }) => (
              <li key={line} className="wrap-anywhere">
                {formatCount(quantity)} × {nameOf(line)}
                {lost > 0 && `, ${formatCount(lost)} lost`}
              </li>
            ))}
          </ul>
        </div>
        <HiddenIfReadOnly>
          <div className="flex flex-wrap gap-2">
            {state !== "void" && <ParcelPapers parcel={parcel} isCollection={isCollection} />}
            <ParcelMoves parcel={parcel} isCollection={isCollection} />
          </div>
        </HiddenIfReadOnly>
      </div>
      {isCollection && state === "shipped" && (
        <HiddenIfReadOnly>
          <Suspense fallback={<InlineLoading />}>
            <HandOverForm parcel={parcel} />
          </Suspense>
        </HiddenIfReadOnly>
      )}
      {state !== "void" && !isCollection && (
        <HiddenIfReadOnly>
          <EditTracking parcel={parcel} />
        </HiddenIfReadOnly>
      )}
      {(state === "shipped" || state === "delivered") &&
        !isCollection &&
        maySend(order.payment) && (
          <HiddenIfReadOnly>
            <details className="print:hidden">
              <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm underline underline-offset-4">
                Lost pieces of parcel {parcel.parcel}
              </summary>
              <Suspense fallback={<InlineLoading />}>
                <LossForm key={describeLost(parcel)} parcel={parcel} order={order} />
              </Suspense>
            </details>
          </HiddenIfReadOnly>
        )}
    </li>
  );
}

const names: Record<ShipmentState, string> = {
  packed: "packed",
  shipped: "on its way",
  delivered: "delivered",
  void: "taken apart",
};

const collectionNames: typeof names = {
  ...names,
  shipped: "ready for collection",
  delivered: "collected",
};

type OfParcel = Pick<Props, "parcel"> & { isCollection: boolean };

function ParcelPapers({ parcel: { _id, parcel }, isCollection }: OfParcel) {
  const papers = { slip: "Slip", ...(!isCollection && { label: "Label" }) };
  return Object.entries(papers).map(([paper, name]) => (
    <a
      key={paper}
      href={`/api/shipments/${_id}/${paper}.pdf`}
      download
      aria-label={`${name} of parcel ${parcel}, PDF`}
      className="btn btn-outline btn-sm h-11 md:h-10"
    >
      {name}
    </a>
  ));
}

type Move = { to: NonNullable<ShipmentEdit["state"]>; name: string; done: string };

const moves: Partial<Record<ShipmentState, Move[]>> = {
  packed: [
    { to: "shipped", name: "Mark shipped", done: "is shipped" },
    { to: "void", name: "Take apart", done: "is taken apart" },
  ],
  shipped: [{ to: "delivered", name: "Mark delivered", done: "is delivered" }],
};

/** It is handed over by a form of its own. */
const collectionMoves: typeof moves = {
  packed: [
    { to: "shipped", name: "Ready for collection", done: "is ready for collection" },
    { to: "void", name: "Take apart", done: "is taken apart" },
  ],
};

function ParcelMoves({ parcel: { _id, parcel, state }, isCollection }: OfParcel) {
  const { edit } = useShipping();
  const { run, isBusy } = useAction();

  const move = ({ to, done }: Move) =>
    run(() =>
      edit(_id, { state: to }).then(
        () => showToast(`Parcel ${parcel} ${done}`),
        (error: Error) => showToast(error.message, "error"),
      ),
    );

  return (isCollection ? collectionMoves : moves)[state]?.map((each) => (
    <button
      key={each.to}
      type="button"
      className="btn btn-outline btn-sm h-11 md:h-10"
      aria-label={`${each.name}: parcel ${parcel}`}
      aria-busy={isBusy}
      onClick={() => move(each)}
    >
      {each.name}
    </button>
  ));
}

function EditTracking({ parcel }: Pick<Props, "parcel">) {
  const { edit } = useShipping();
  const { carrier, tracking, trackingUrl } = parcel;
  // Only what is typed here: the rest may change meanwhile.
  const [typed, setTyped] = useState<Partial<Tracking>>({});
  const { run, failure, errors } = useAction();

  function submit(event: FormEvent) {
    event.preventDefault();
    void run(async () => {
      await edit(parcel._id, typed);
      setTyped({});
      showToast(`The tracking of parcel ${parcel.parcel} is saved`);
    });
  }

  return (
    <details className="print:hidden">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm underline underline-offset-4">
        Carrier and tracking of parcel {parcel.parcel}
      </summary>
      <form noValidate className="mt-2 grid max-w-2xl gap-3" onSubmit={submit}>
        <TrackingFields
          tracking={{ carrier, tracking, trackingUrl, ...typed }}
          errors={errors}
          onChange={(changes) => setTyped((all) => ({ ...all, ...changes }))}
        />
        <FormError>{failure}</FormError>
        <button type="submit" className="btn btn-outline justify-self-start">
          Save
        </button>
      </form>
    </details>
  );
}
