import { useQuery } from "@tanstack/react-query";
import { helplines, telephoneLink } from "#web/app/helplines.ts";
import { useShopName } from "#web/app/shop-name.ts";
import { companyDetails } from "#web/modules/legal/calls.ts";
import { PageHead } from "./page-head.tsx";

const hours = [
  { days: "Sunday to Thursday", open: "08:00 to 18:00" },
  { days: "Saturday", open: "09:00 to 14:00" },
  { days: "Friday", open: "closed" },
];

const ownMail = "help@shop.example";

export function ContactPage() {
  const { data: company } = useQuery(companyDetails());
  const mail = company?.email || ownMail;
  return (
    <div className="wide pb-16 lg:pb-24">
      <PageHead about="Dhaka" title="Contact Us">
        <p>
          A person answers, not a menu. Have the e-mail of your account and the name of the part at
          hand, and we find the order while you are on the line.
        </p>
      </PageHead>
      <div className="grid border-t-2 border-base-content lg:grid-cols-3">
        <section
          aria-labelledby="helplines"
          className="py-6 lg:col-span-2 lg:border-e lg:border-base-300 lg:pe-12"
        >
          <h2 id="helplines" className="text-xl font-bold">
            Three helplines
          </h2>
          <ul className="mt-4">
            {helplines.map(({ subject, number }) => (
              <li
                key={number}
                className="flex flex-wrap items-baseline justify-between gap-x-6 border-t border-base-300 py-4"
              >
                <span>{subject}</span>
                <a
                  href={telephoneLink(number)}
                  className="link-hover font-display text-2xl leading-tight font-bold underline-offset-4 lg:text-4xl"
                >
                  {number}
                </a>
              </li>
            ))}
          </ul>
          <p className="border-t border-base-300 pt-4">
            Or write to{" "}
            <a href={`mailto:${mail}`} className="link font-semibold">
              {mail}
            </a>
            . We answer within one working day.
          </p>
        </section>
        <div className="grid content-start gap-10 py-6 max-lg:border-t max-lg:border-base-300 lg:ps-12">
          <Address />
          {company?.address && <Company {...company} />}
          {company?.openingHours ? <SetHours hours={company.openingHours} /> : <Hours />}
        </div>
      </div>
    </div>
  );
}

function Address() {
  const name = useShopName();
  return (
    <section aria-labelledby="address">
      <h2 id="address" className="text-xl font-bold">
        Postal address
      </h2>
      <address className="mt-4 text-lg leading-relaxed not-italic">
        <span className="wrap-anywhere">{name}</span>
        <br />
        12 Crankshaft Lane
        <br />
        Tejgaon Industrial Area
        <br />
        Dhaka 1208
        <br />
        Bangladesh
      </address>
    </section>
  );
}

/** As the settings have it, beside the specified address. */
function Company({ name, address, phone }: { name: string; address: string; phone: string }) {
  return (
    <section aria-labelledby="company">
      <h2 id="company" className="text-xl font-bold">
        {name || "Our office"}
      </h2>
      <address className="mt-4 leading-relaxed whitespace-pre-line wrap-anywhere not-italic">
        {address}
      </address>
      {phone && <p className="mt-2 wrap-anywhere">Phone {phone}</p>}
    </section>
  );
}

function SetHours({ hours }: { hours: string }) {
  return (
    <section aria-labelledby="hours">
      <h2 id="hours" className="text-xl font-bold">
        Opening hours
      </h2>
      <p className="mt-4 leading-relaxed whitespace-pre-line wrap-anywhere">{hours}</p>
    </section>
  );
}

function Hours() {
  return (
    <section aria-labelledby="hours">
      <h2 id="hours" className="text-xl font-bold">
        Opening hours
      </h2>
      <dl className="mt-4">
        {hours.map(({ days, open }) => (
          <div
            key={days}
            className="flex flex-wrap justify-between gap-x-4 border-t border-base-300 py-2"
          >
            <dt>{days}</dt>
            <dd className="font-semibold">{open}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-sm text-base-content/75">Dhaka time, UTC+6</p>
    </section>
  );
}
