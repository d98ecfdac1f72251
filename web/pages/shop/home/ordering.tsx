import { Section } from "../section.tsx";

const steps = [
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
        {steps.map(({ title, text }, index) => (
          <li key={title} className="border-e border-y border-base-300 p-6 max-lg:not-first:-mt-px">
            <p className="font-display text-4xl font-extrabold text-primary">{index + 1}</p>
            <h3 className="mt-6 text-lg font-bold">{title}</h3>
            <p className="mt-2 text-sm leading-relaxed text-base-content/80">{text}</p>
          </li>
        ))}
      </ol>
      <QuantityRule />
    </Section>
  );
}

/** The rule that surprises people, drawn. */
function QuantityRule() {
  return (
    <div className="mt-12 grid items-center gap-x-12 gap-y-8 lg:grid-cols-3">
      <div>
        <h3 className="text-lg font-bold">How many may I order?</h3>
        <p className="mt-2 text-sm leading-relaxed text-base-content/80">
          More than the minimum quantity and fewer than the available quantity. Of a part with a
          minimum of 4 and 250 on the shelf, that is any number from 5 to 249.
        </p>
      </div>
      <div aria-hidden="true" className="flex text-center lg:col-span-2">
        <End figure="4" says="minimum" />
        <p className="relative grow border-primary pt-6 font-display text-xl font-extrabold text-primary lg:text-3xl">
          5 to 249
          <span className="absolute inset-x-0 bottom-4 border-t-2 border-primary lg:bottom-3" />
        </p>
        <End figure="250" says="available" />
      </div>
    </div>
  );
}

/** A mark on the scale that is not within reach itself. */
function End({ figure, says }: { figure: string; says: string }) {
  return (
    <p className="border-base-content/40 px-3 py-2 first:border-e last:border-s lg:px-6">
      <span className="block font-display text-xl font-extrabold lg:text-3xl">{figure}</span>
      <span className="text-sm text-base-content/75">{says}</span>
    </p>
  );
}
