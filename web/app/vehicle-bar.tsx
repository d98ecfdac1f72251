import { type ComponentType, useEffect, useState } from "react";
import { nameOfVehicle, type OwnVehicle, useOwnVehicle } from "#web/modules/fitment/own-vehicle.ts";
import { fitPath } from "./paths.ts";

type Picker = ComponentType<{ own: OwnVehicle | undefined; onClose: () => void }>;

/** The chosen car; without script a link to the pages of cars. Anything with data-choose-car on a page opens the picker, too. */
export function VehicleBar() {
  const own = useOwnVehicle();
  const [Picker, setPicker] = useState<Picker>();
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    async function open(event: MouseEvent) {
      const { target, ctrlKey, metaKey, shiftKey } = event;
      if (!(target instanceof Element) || !target.closest("[data-choose-car]")) return;
      if (ctrlKey || metaKey || shiftKey) return;
      event.preventDefault();
      setOpen(true);
      const { CarPicker } = await import("./car-picker.tsx");
      setPicker(() => CarPicker);
    }
    document.addEventListener("click", open);
    return () => document.removeEventListener("click", open);
  }, []);

  return (
    <>
      <a href={fitPath()} data-choose-car="" className="vehicle-bar">
        <span>
          {own ? (
            <>
              <span className="sr-only">Your car: </span>
              {nameOfVehicle(own)}
            </>
          ) : (
            "Choose your car"
          )}
        </span>
      </a>
      {isOpen && Picker && <Picker own={own} onClose={() => setOpen(false)} />}
    </>
  );
}
