import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { describeTerm } from "#contract/rules/fit-words.ts";
import { BackLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { nameOfCar, ownCar } from "#web/modules/fitment/garage/calls.ts";
import { CarForm } from "#web/modules/fitment/garage/car-form.tsx";
import { ServiceBook } from "#web/modules/fitment/garage/service-book.tsx";
import { InlineLoading, LoadFailed, Note } from "#web/ui/placeholder.tsx";
import { PageHeading } from "./page-heading.tsx";

export function GarageCarPage() {
  const { id = "" } = useParams();
  const { data: car, error, refetch } = useQuery(ownCar(id));
  if (car === null) {
    return (
      <Note title="There is no such car in your garage" heading="h2">
        <p>It may have been removed.</p>
        <BackLink to={paths.garage}>Garage</BackLink>
      </Note>
    );
  }
  if (!car) {
    if (!error) return <InlineLoading />;
    return <LoadFailed title="The car could not be fetched" error={error} retry={refetch} />;
  }
  const known = car.known.map((term) => describeTerm(term, car.facts)).join(", ");
  return (
    <section>
      <BackLink to={paths.garage}>Garage</BackLink>
      <PageHeading>{nameOfCar(car)}</PageHeading>
      {known !== "" && <p className="mb-5 wrap-anywhere">Known: {known}.</p>}
      <CarForm key={car._id} car={car} />
      <ServiceBook car={car} />
    </section>
  );
}
