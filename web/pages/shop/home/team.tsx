import dieter from "../portraits/dieter-holm.svg";
import nadia from "../portraits/nadia-rahman.svg";
import samuel from "../portraits/samuel-osei.svg";
import { Section } from "../section.tsx";

type Member = { id: number; name: string; position: string; img: string };

const team: Member[] = [
  { id: 1, name: "Nadia Rahman", position: "Co-Manneger", img: nadia },
  { id: 2, name: "Dieter Holm", position: "Product-Manneger", img: dieter },
  { id: 3, name: "Samuel Osei", position: "Sells-Manneger", img: samuel },
];

export function Team() {
  return (
    <Section
      id="team"
      about="People"
      title="Our Team"
      aside="Three people who answer for what leaves the works."
    >
      <ul className="grid gap-6 md:grid-cols-3">
        {team.map(({ id, name, position, img }) => (
          <li key={id}>
            <article className="border border-base-300">
              <img
                src={img}
                alt={`Portrait of ${name}`}
                width={480}
                height={480}
                loading="lazy"
                decoding="async"
                className="aspect-square w-full bg-neutral"
              />
              <div className="flex flex-wrap items-baseline justify-between gap-x-4 p-5">
                <h3 className="text-xl font-bold">{name}</h3>
                <p className="text-base-content/75">{position}</p>
              </div>
            </article>
          </li>
        ))}
      </ul>
    </Section>
  );
}
