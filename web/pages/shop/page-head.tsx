import type { ReactNode } from "react";

type Props = { about: string; title: string; children?: ReactNode };

export function PageHead({ about, title, children }: Props) {
  return (
    <header className="grid grid-cols-[minmax(0,1fr)] gap-3 pt-6 pb-6 lg:gap-4 lg:pt-12 lg:pb-10">
      <p className="text-sm font-semibold">{about}</p>
      <h1 className="text-3xl leading-none font-extrabold lg:text-5xl">{title}</h1>
      {children && <div className="max-w-2xl leading-relaxed lg:text-lg">{children}</div>}
    </header>
  );
}
