import { type ComponentType, useEffect, useState } from "react";
import { type OwnVehicle, useOwnVehicle } from "#web/modules/fitment/own-vehicle.ts";

type Shown = ComponentType<{ car: OwnVehicle }>;

/** What the chosen car makes of each part on the page; its code comes with a car. */
export function LateVerdicts() {
  const own = useOwnVehicle();
  const isChosen = own !== undefined;
  const [Verdicts, setVerdicts] = useState<Shown>();
  useEffect(() => {
    if (!isChosen) return;
    void import("./verdicts.tsx").then(({ Verdicts }) => setVerdicts(() => Verdicts));
  }, [isChosen]);
  return own && Verdicts && <Verdicts car={own} />;
}
