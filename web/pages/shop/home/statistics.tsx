const figures = [
  { label: "Sell Products", figure: "120M+" },
  { label: "Customers", figure: "1K+" },
  { label: "Reviews", figure: "33K+" },
  { label: "Parts", figure: "200+" },
];

export function Statistics() {
  return (
    <section aria-label="The shop in figures" className="border-b border-base-300">
      <dl className="wide grid grid-cols-2 gap-y-px md:grid-cols-4">
        {figures.map(({ label, figure }) => (
          <div
            key={label}
            className="flex flex-col-reverse gap-1 border-base-300 max-md:nth-[n+3]:border-t py-8 not-first:ps-6 odd:border-e even:ps-6 max-md:odd:ps-0 md:not-last:border-e md:py-12"
          >
            <dt className="text-base-content/75">{label}</dt>
            <dd className="font-display text-3xl font-extrabold sm:text-4xl lg:text-5xl xl:text-6xl">
              {figure}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
