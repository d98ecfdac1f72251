import { AskUs } from "#web/modules/fitment/ask-us.tsx";
import type { OwnVehicle } from "#web/modules/fitment/own-vehicle.ts";
import { useSession } from "#web/modules/identity/session.ts";

export function AskFit({ car, part }: { car: OwnVehicle; part: string }) {
  return (
    <AskUs key={`${car.id} ${part}`} car={car} part={part} ownEmail={useSession().user?.email} />
  );
}
