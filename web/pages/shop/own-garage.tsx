import { useQuery } from "@tanstack/react-query";
import { PageLink } from "#web/app/page-link.tsx";
import { loginPath, paths } from "#web/app/paths.ts";
import { ownCars } from "#web/modules/fitment/garage/calls.ts";
import { CarList } from "#web/modules/fitment/garage/car-list.tsx";
import { OfferCar } from "#web/modules/fitment/garage/offer-car.tsx";
import { nameOfVehicle, useOwnVehicle } from "#web/modules/fitment/own-vehicle.ts";
import { useSession } from "#web/modules/identity/session.ts";
import { InlineLoading, LoadFailed, Note } from "#web/ui/placeholder.tsx";

export function OwnGarage() {
  const { user, failure, retry } = useSession();
  if (user === null) return <OfThisBrowser />;
  if (user) return <OfPerson />;
  if (!failure) return <InlineLoading />;
  return <LoadFailed title="Your garage could not be fetched" error={failure} retry={retry} />;
}

function OfThisBrowser() {
  const own = useOwnVehicle();
  return (
    <Note title={own ? nameOfVehicle(own) : "No car yet"}>
      <p>
        {own
          ? "This car is kept in this browser only."
          : "Choose your car, and every part says whether it fits."}{" "}
        <PageLink to={loginPath(paths.garage)} className="link">
          Sign in
        </PageLink>{" "}
        to keep several cars, everywhere, with a service book.
      </p>
      <ChooseCar isAnother={own !== undefined} />
    </Note>
  );
}

function ChooseCar({ isAnother }: { isAnother: boolean }) {
  return (
    <button type="button" data-choose-car className="btn btn-secondary">
      {isAnother ? "Choose another car" : "Choose your car"}
    </button>
  );
}

function OfPerson() {
  const own = useOwnVehicle();
  const { data, error, refetch } = useQuery(ownCars());
  if (!data) {
    if (!error) return <InlineLoading />;
    return <LoadFailed title="Your garage could not be fetched" error={error} retry={refetch} />;
  }
  return (
    <div className="grid gap-6">
      {own && <OfferCar own={own} />}
      {data.cars.length === 0 && !own && (
        <Note title="No car yet">
          <p>Choose your car, and keep it here.</p>
        </Note>
      )}
      <CarList cars={data.cars} facts={data.facts} />
      <div>
        <ChooseCar isAnother={own !== undefined} />
      </div>
    </div>
  );
}
