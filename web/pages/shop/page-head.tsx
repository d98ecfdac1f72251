import type { ReactNode } from "react";

type Props = { about: string; title: string; children?: ReactNode };

export function PageHead({ about, title, children }: Props) {
  return (
    <header className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-5 pt-10 pb-10 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] lg:pt-16 lg:pb-14">
      <p className="text-sm font-semibold md:pt-3">{about}</p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <h1 className="text-4xl leading-none font-extrabold lg:text-6xl">{title}</h1>
        {children && <div className="max-w-2xl text-lg leading-relaxed">{children}</div>}
      </div>
    </header>
  );
}
