import drawing from "../drawings/brake-disc.svg";
import { Section } from "../section.tsx";

const makingSteps = [
  { title: "Cast", text: "High-carbon grey iron, poured at 1,390 °C, with 36 vanes in one core." },
  { title: "Turn", text: "Both faces in one clamping, so that they are parallel within 0.01 mm." },
  { title: "Balance", text: "Spun and milled at the rim until 50 g cm are left, at the most." },
  { title: "Measure", text: "Every disc on the gauge; one of each batch is cut open." },
];

const checks = [
  ["Outer diameter", "312.0 mm", "± 0.2"],
  ["Thickness when new", "25.0 mm", "± 0.05"],
  ["Thickness when worn", "23.0 mm", "cast into the hat"],
  ["Run-out of the faces", "0.00 mm", "+ 0.03"],
  ["Bolt circle, five holes", "112.0 mm", "± 0.1"],
];

export function Making() {
  return (
    <Section
      id="making"
      about="How a part is made"
      title="Measured before it is packed"
      aside="One brake disc as an example."
      tone="graphite"
    >
      <div className="grid grid-cols-[minmax(0,1fr)] items-center gap-12 lg:grid-cols-2">
        <img
          src={drawing}
          alt="Drawing of a brake disc, face and section: 312 mm across, 25 mm thick, five holes on a circle of 112 mm"
          width={640}
          height={452}
          loading="lazy"
          decoding="async"
          className="h-auto w-full"
        />
        <table className="w-full">
          <caption className="pb-3 text-start font-semibold">
            What the gauge checks on a ventilated disc, 312 mm
          </caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">Dimension</th>
              <th scope="col">Size</th>
              <th scope="col">Limit</th>
            </tr>
          </thead>
          <tbody>
            {checks.map(([dimension, size, limit]) => (
              <tr key={dimension} className="border-t border-neutral-content/25 align-baseline">
                <th scope="row" className="py-3 pe-4 text-start font-normal wrap-anywhere">
                  {dimension}
                </th>
                <td className="py-3 pe-4 text-end font-semibold md:whitespace-nowrap">{size}</td>
                <td className="py-3 text-end text-sm text-neutral-content/80">{limit}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ol className="mt-16 grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
        {makingSteps.map(({ title, text }) => (
          <li key={title} className="border-t border-neutral-content/40 pt-4">
            <h3 className="text-lg font-bold">{title}</h3>
            <p className="mt-2 text-sm leading-relaxed text-neutral-content/80">{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

const orderingSteps = [
  {
    title: "Choose a part",
    text: "Each card shows the price of one piece, the smallest order and what lies on the shelf at this moment. The figures change while you look, as others order.",
  },
  {
    title: "Say how many",
    text: "Sign in, enter the quantity, a telephone number and the address of your workshop. The pieces are set aside for you as soon as the order is placed.",
  },
  {
    title: "Pay by card",
    text: "Pay at once or later, from My Order. The card is checked by the payment provider; its number never reaches us.",
  },
  {
    title: "Change your mind",
    text: "Delete an order in My Order whenever you wish. Unpaid, it costs nothing; paid, the whole sum goes back to the card that paid.",
  },
];

export function Ordering() {
  return (
    <Section
      id="ordering"
      about="Ordering"
      title="From the shelf to your workshop"
      aside="Four steps, with the same rules for a single garage and for a fleet of six hundred."
    >
      <ol className="grid border-s border-base-300 sm:grid-cols-2 lg:grid-cols-4">
        {orderingSteps.map(({ title, text }, index) => (
          <li key={title} className="border-e border-y border-base-300 p-6 max-lg:not-first:-mt-px">
            <p className="font-display text-4xl font-extrabold">{index + 1}</p>
            <h3 className="mt-6 text-lg font-bold">{title}</h3>
            <p className="mt-2 text-sm leading-relaxed text-base-content/80">{text}</p>
          </li>
        ))}
      </ol>
      <QuantityRule />
    </Section>
  );
}

function QuantityRule() {
  return (
    <div className="mt-12 grid grid-cols-[minmax(0,1fr)] items-center gap-x-12 gap-y-8 lg:grid-cols-3">
      <div>
        <h3 className="text-lg font-bold">How many may I order?</h3>
        <p className="mt-2 text-sm leading-relaxed text-base-content/80">
          More than the minimum quantity and fewer than the available quantity. Of a part with a
          minimum of 4 and 250 on the shelf, that is any number from 5 to 249.
        </p>
      </div>
      <div aria-hidden="true" className="flex text-center max-[18rem]:flex-wrap lg:col-span-2">
        <End figure="4" label="minimum" />
        <p className="relative grow border-current pt-6 font-display text-xl font-extrabold lg:text-3xl">
          5 to 249
          <span className="absolute inset-x-0 bottom-4 border-t-2 border-current lg:bottom-3" />
        </p>
        <End figure="250" label="available" />
      </div>
    </div>
  );
}

function End({ figure, label }: { figure: string; label: string }) {
  return (
    <p className="border-base-content/40 px-3 py-2 first:border-e last:border-s lg:px-6">
      <span className="block font-display text-xl font-extrabold lg:text-3xl">{figure}</span>
      <span className="text-sm text-base-content/75">{label}</span>
    </p>
  );
}
