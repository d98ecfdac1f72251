import type { ReactNode } from "react";

type Props = {
  id: string;
  about: string;
  title: string;
  aside?: ReactNode;
  tone?: "paper" | "shade" | "graphite";
  children: ReactNode;
};

const tones = {
  paper: "bg-base-100",
  shade: "bg-base-200",
  graphite: "bg-neutral text-neutral-content",
};

export function Section({ id, about, title, aside, tone = "paper", children }: Props) {
  return (
    <section aria-labelledby={id} className={tones[tone]}>
      <div className="wide py-16 lg:py-24">
        <div className="mb-10 grid grid-cols-[minmax(0,1fr)] gap-y-3 border-t-2 border-current pt-4">
          <p className="text-sm font-semibold">{about}</p>
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 lg:flex lg:items-end lg:justify-between lg:gap-12">
            <h2 id={id} className="text-3xl leading-tight font-extrabold lg:text-4xl">
              {title}
            </h2>
            {aside && <div className="max-w-xs leading-relaxed opacity-85">{aside}</div>}
          </div>
        </div>
        {children}
      </div>
    </section>
  );
}
