import { Suspense } from "react";
import { FitPlaces } from "#web/modules/fitment/fit-places.tsx";
import type { OwnVehicle } from "#web/modules/fitment/own-vehicle.ts";
import { late } from "#web/ui/late.tsx";

const AskFit = late(async () => (await import("./ask-fit.tsx")).AskFit);

export function Verdicts({ car }: { car: OwnVehicle }) {
  return (
    <FitPlaces
      car={car}
      ask={(part) => (
        <Suspense>
          <AskFit car={car} part={part} />
        </Suspense>
      )}
    />
  );
}
