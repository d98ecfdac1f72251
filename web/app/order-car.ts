import type { CarOfOrder } from "#contract/fields.ts";
import { readOwnVehicle } from "#web/modules/fitment/own-vehicle.ts";

export function carOfOrder(): { car?: CarOfOrder } {
  const vehicle = readOwnVehicle();
  return vehicle ? { car: { vehicle: vehicle.id, known: vehicle.known } } : {};
}
