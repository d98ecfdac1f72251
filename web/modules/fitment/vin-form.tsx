import { Suspense, useEffect, useState } from "react";
import type { Reply } from "#contract/call.ts";
import { type Vehicle, vehicleCalls } from "#contract/fitment.ts";
import type { Term } from "#contract/rules/fit.ts";
import { call } from "#web/app/call.ts";
import { Field } from "#web/ui/field.tsx";
import { late } from "#web/ui/late.tsx";
import { useAction } from "#web/ui/use-action.ts";
import { canScanVins } from "./vin-codes.ts";

const VinScan = late(async () => (await import("./vin-scan.tsx")).VinScan);

type Props = { onRead: (vehicle: Vehicle, known: Term[]) => void; onFocus?: () => void };
type Read = Reply<typeof vehicleCalls.readVin>;

export function VinForm({ onRead, onFocus }: Props) {
  const [vin, setVin] = useState("");
  const { run, isBusy, failure } = useAction();
  const [read, setRead] = useState<Read>();
  const [canScan, setCanScan] = useState(false);
  const [isScanning, setScanning] = useState(false);

  useEffect(() => {
    canScanVins().then(setCanScan, () => {});
  }, []);

  function send(vin: string) {
    if (vin.trim() === "") return;
    void run(async () => {
      setRead(undefined);
      const read = await call(vehicleCalls.readVin, { body: { vin } });
      setRead(read);
      const [only, ...others] = read.vehicles;
      if (only && others.length === 0) onRead(only, read.known);
    });
  }

  return (
    <form
      className="grid gap-3"
      onFocus={onFocus}
      onSubmit={(event) => {
        event.preventDefault();
        void send(vin);
      }}
    >
      <Field
        label="Or by VIN"
        hint="17 characters, in the lower corner of the windscreen. It is not stored."
        error={failure}
        value={vin}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={(event) => setVin(event.target.value)}
      />
      <button type="submit" className="btn btn-outline" aria-busy={isBusy}>
        Read the VIN
      </button>
      {canScan && !isScanning && (
        <button type="button" className="btn btn-outline" onClick={() => setScanning(true)}>
          Scan its bar code
        </button>
      )}
      {isScanning && (
        <Suspense>
          <VinScan
            onFound={(found) => {
              setScanning(false);
              setVin(found);
              void send(found);
            }}
            onClose={() => setScanning(false)}
          />
        </Suspense>
      )}
      <div role="status" className="grid gap-2">
        {read && <Found read={read} onRead={onRead} />}
      </div>
    </form>
  );
}

function Found({ read: { vehicles, known }, onRead }: { read: Read } & Props) {
  const [only, ...others] = vehicles;
  if (others.length === 0) return <p>Found: {only && name(only)}. Please check it.</p>;
  return (
    <>
      <p>This VIN can belong to several cars. Which one is yours?</p>
      {vehicles.map((vehicle) => (
        <button
          key={vehicle.id}
          type="button"
          className="btn btn-secondary"
          onClick={() => onRead(vehicle, known)}
        >
          {name(vehicle)}
        </button>
      ))}
    </>
  );
}

const name = ({ year, make, model }: Vehicle) => `${year} ${make.name} ${model.name}`;
