import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import type { Part } from "#contract/parts.ts";
import { CallRefused } from "#web/call.ts";
import { usePerson } from "#web/identity/guards.tsx";
import { Loading } from "#web/look/loading.tsx";
import { Note } from "#web/look/note.tsx";
import { Picture } from "#web/look/picture.tsx";
import { OrderForm } from "#web/orders/order-form.tsx";
import { PageLink } from "#web/page-link.tsx";
import { onePart } from "#web/parts/calls.ts";
import { PartDetails } from "#web/parts/part-details.tsx";
import { PartsFailed } from "#web/parts/part-notes.tsx";
import { paths } from "#web/paths.ts";

export function PurchasePage() {
  const { id = "" } = useParams();
  const { data: part, error, refetch } = useQuery(onePart(id));

  // A part that is taken from the shelf while somebody looks at it is gone, too.
  if (isGone(error)) return <NoSuchPart />;
  if (part) return <Purchase key={part._id} part={part} lookAgain={refetch} />;
  if (!error) return <Loading />;
  return (
    <section className="wide py-12">
      <PartsFailed error={error} retry={refetch} />
    </section>
  );
}

function Purchase({ part, lookAgain }: { part: Part; lookAgain: () => unknown }) {
  const { _id, name, email } = usePerson();
  return (
    <section className="wide grid items-start gap-x-12 gap-y-8 py-6 md:grid-cols-2 lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)] lg:gap-x-16 lg:py-12">
      <div className="border border-base-300 md:sticky md:top-20 lg:top-24">
        <Picture
          key={part.img}
          src={part.img}
          alt={part.name}
          eager
          sizes="(min-width: 80rem) 38rem, (min-width: 48rem) 50vw, 100vw"
        />
      </div>
      <div className="grid min-w-0 gap-8">
        <PartDetails part={part} />
        <OrderForm part={part} person={{ _id, name: name || email, email }} lookAgain={lookAgain} />
      </div>
    </section>
  );
}

function isGone(error: Error | null): boolean {
  return error instanceof CallRefused && (error.status === 404 || error.code === "invalid");
}

function NoSuchPart() {
  return (
    <section className="wide py-16">
      <Note title="This part is not on our shelves">
        <p>It may have been taken out of the catalogue. What was ordered of it stays ordered.</p>
        <PageLink to={paths.products} className="btn btn-primary">
          See all products
        </PageLink>
      </Note>
    </section>
  );
}
