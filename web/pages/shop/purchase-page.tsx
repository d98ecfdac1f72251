import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import type { Part } from "#contract/catalog.ts";
import { CallRefused } from "#web/app/call.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { findCachedPart, onePart, partPage } from "#web/modules/catalog/calls.ts";
import { PartDetails, PartStock, PartTitle } from "#web/modules/catalog/part-sheet.tsx";
import { usePerson } from "#web/modules/identity/person.ts";
import { OrderForm } from "#web/modules/orders/order-form.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { Deferred, LoadFailed, Note, PageLoading } from "#web/ui/placeholder.tsx";
import type { Contact } from "./own-contact.tsx";

const loadContact = async () => (await import("./own-contact.tsx")).OwnContact;

export function PurchasePage() {
  const { id = "" } = useParams();
  const client = useQueryClient();
  const placeholderData = () => findCachedPart(client, id);
  const { data: part, error, refetch } = useQuery({ ...onePart(id), placeholderData });

  // A part may be removed while someone looks at it.
  if (isMissing(error)) return <NoSuchPart id={id} />;
  if (part) return <Purchase key={part._id} part={part} refetchPart={refetch} />;
  if (!error) return <PageLoading />;
  return (
    <section className="wide py-12">
      <LoadFailed
        title="This part could not be fetched"
        heading="h1"
        error={error}
        retry={refetch}
      />
    </section>
  );
}

function Purchase({ part, refetchPart }: { part: Part; refetchPart: () => unknown }) {
  const { _id, name, email } = usePerson();
  const [contact, setContact] = useState<Contact>({ phone: "", address: "" });
  return (
    <article className="wide pt-4 pb-12 lg:pt-8 lg:pb-20">
      <Deferred load={loadContact} props={{ email, onKnown: setContact }} />
      <PartTitle part={part} />
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-4 md:grid-cols-2 md:grid-rows-[auto_1fr] md:gap-y-6 lg:mt-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-x-16">
        <div className="grid gap-x-4 gap-y-6 max-md:grid-cols-[6.5rem_minmax(0,1fr)] max-[18rem]:grid-cols-1">
          <div className="self-start border border-base-300">
            <Picture
              key={part.img}
              src={part.img}
              alt={part.name}
              eager
              sizes="(min-width: 80rem) 42rem, (min-width: 64rem) 55vw, (min-width: 48rem) 45vw, 6.5rem"
            />
          </div>
          <PartStock part={part} />
        </div>
        <div className="md:sticky md:top-20 md:row-span-2 lg:top-24">
          <OrderForm
            part={part}
            person={{ _id, name: name || email, email }}
            contact={contact}
            refetchPart={refetchPart}
          />
        </div>
        <PartDetails part={part} />
      </div>
    </article>
  );
}

function isMissing(error: Error | null): boolean {
  return error instanceof CallRefused && (error.status === 404 || error.code === "invalid");
}

const loadReplacedBy = async () =>
  (await import("#web/modules/catalog/part-details.tsx")).ReplacedBy;

function NoSuchPart({ id }: { id: string }) {
  const { data } = useQuery(partPage(id));
  const successors = data && !("_id" in data) ? data.successors : [];
  return (
    <section className="wide py-16">
      <Note title="This part is not on our shelves" heading="h1">
        <p>It may have been taken out of the catalogue. What was ordered of it stays ordered.</p>
        {successors.length > 0 && <Deferred load={loadReplacedBy} props={{ successors }} />}
        <PageLink to={paths.products} className="btn btn-secondary">
          See all products
        </PageLink>
      </Note>
    </section>
  );
}
