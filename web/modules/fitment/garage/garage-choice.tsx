import { useQuery } from "@tanstack/react-query";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { engineOf } from "../answer-fact.ts";
import { keepOwnVehicle, type OwnVehicle } from "../own-vehicle.ts";
import { nameOfCar, ownCars } from "./calls.ts";
import { OfferCar } from "./offer-car.tsx";

type Props = { own: OwnVehicle | undefined; onChoose: () => void };

export function GarageChoice({ own, onChoose }: Props) {
  const { data } = useQuery(ownCars());
  if (!data) return null;
  const { cars, facts } = data;
  return (
    <section aria-label="Your garage" className="grid gap-2">
      <h3 className="text-sm font-semibold">Or from your garage</h3>
      {cars.map((car) => (
        <button
          key={car._id}
          type="button"
          className="btn btn-outline h-auto min-h-11 justify-start text-start wrap-anywhere"
          onClick={() => {
            keepOwnVehicle({
              ...car.vehicle,
              known: car.known,
              engine: engineOf(car.known, facts),
            });
            onChoose();
          }}
        >
          {nameOfCar(car)}
        </button>
      ))}
      {own && <OfferCar own={own} />}
      <PageLink to={paths.garage} className="link inline-flex min-h-11 items-center">
        Your garage
      </PageLink>
    </section>
  );
}
