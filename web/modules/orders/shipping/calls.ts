import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type NewShipment, type ShipmentEdit, shipmentCalls } from "#contract/shipments.ts";
import { call } from "#web/app/call.ts";

const refresh = (client: QueryClient) => client.invalidateQueries({ queryKey: ["orders"] });

/** Each shows its effect everywhere, whether or not it was granted. */
export function useShipping() {
  const client = useQueryClient();
  const then = <Reply>(sent: Promise<Reply>) => sent.finally(() => refresh(client));
  return {
    ship: (order: string, body: NewShipment) =>
      then(call(shipmentCalls.create, { params: { id: order }, body })),
    edit: (shipment: string, body: ShipmentEdit) =>
      then(call(shipmentCalls.edit, { params: { id: shipment }, body })),
    shipMany: (key: string, orders: string[]) =>
      then(call(shipmentCalls.shipMany, { body: { key, orders } })),
  };
}
