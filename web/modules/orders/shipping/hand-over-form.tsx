import { type FormEvent, useState } from "react";
import type { Shipment, ShipmentEdit } from "#contract/shipments.ts";
import { Field, FormError } from "#web/ui/field.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { useAction } from "#web/ui/use-action.ts";
import { useShipping } from "./calls.ts";

export function HandOverForm({ parcel: { _id, parcel } }: { parcel: Shipment }) {
  const { edit } = useShipping();
  const [code, setCode] = useState("");
  const [reason, setReason] = useState("");
  const [isWithout, setWithout] = useState(false);
  const { run, isBusy, failure, errors, clear } = useAction();

  function submit(event: FormEvent) {
    event.preventDefault();
    const how: ShipmentEdit = isWithout ? { reason } : { code };
    void run(async () => {
      await edit(_id, { state: "delivered", ...how });
      showToast(`Parcel ${parcel} is collected`);
    });
  }

  return (
    <form noValidate className="grid max-w-md gap-3 print:hidden" onSubmit={submit}>
      {isWithout ? (
        <Field
          label={`Why parcel ${parcel} is handed over without its code`}
          hint="It is kept with your name. For example: showed an identity card."
          error={errors.reason}
          maxLength={200}
          autoComplete="off"
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      ) : (
        <Field
          label={`Collection code of parcel ${parcel}`}
          hint="The six digits that the customer was sent."
          error={errors.code}
          inputMode="numeric"
          maxLength={20}
          autoComplete="off"
          value={code}
          onChange={({ target }) => setCode(target.value)}
        />
      )}
      {Object.keys(errors).length === 0 && <FormError>{failure}</FormError>}
      <div className="flex flex-wrap gap-3">
        <button type="submit" className="btn btn-secondary" aria-busy={isBusy}>
          Mark collected
        </button>
        <button
          type="button"
          className="btn btn-outline"
          onClick={() => {
            clear();
            setWithout(!isWithout);
          }}
        >
          {isWithout ? "With the code" : "Without the code"}
        </button>
      </div>
    </form>
  );
}
