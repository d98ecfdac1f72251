import { GarageChoice } from "#web/modules/fitment/garage/garage-choice.tsx";
import type { OwnVehicle } from "#web/modules/fitment/own-vehicle.ts";
import { VehiclePicker } from "#web/modules/fitment/vehicle-picker.tsx";
import { useSession } from "#web/modules/identity/session.ts";
import { PageLink } from "./page-link.tsx";
import { paths } from "./paths.ts";

type Props = { own: OwnVehicle | undefined; onClose: () => void };

export function CarPicker({ own, onClose }: Props) {
  const { user } = useSession();
  return (
    <VehiclePicker own={own} onClose={onClose}>
      {user && <GarageChoice own={own} onChoose={onClose} />}
      {user === null && (
        <PageLink to={paths.garage} className="link inline-flex min-h-11 items-center">
          Keep several cars: your garage
        </PageLink>
      )}
    </VehiclePicker>
  );
}
