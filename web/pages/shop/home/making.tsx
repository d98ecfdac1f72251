import drawing from "../drawings/brake-disc.svg";
import { Section } from "../section.tsx";

const steps = [
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
      aside="One brake disc as an example. Every part has a sheet like this one."
      tone="graphite"
    >
      <div className="grid items-center gap-12 lg:grid-cols-2">
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
                <th scope="row" className="py-3 pe-4 text-start font-normal">
                  {dimension}
                </th>
                <td className="py-3 pe-4 text-end font-semibold whitespace-nowrap">{size}</td>
                <td className="py-3 text-end text-sm text-neutral-content/80">{limit}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ol className="mt-16 grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
        {steps.map(({ title, text }) => (
          <li key={title} className="border-t border-neutral-content/40 pt-4">
            <h3 className="text-lg font-bold">{title}</h3>
            <p className="mt-2 text-sm leading-relaxed text-neutral-content/80">{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
