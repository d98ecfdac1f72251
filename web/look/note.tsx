import type { ReactNode } from "react";

type Props = { title: string; children: ReactNode; alert?: boolean };

/** In place of content: there is none yet, or it could not be had, and what to do about it. */
export function Note({ title, children, alert = false }: Props) {
  return (
    <div
      role={alert ? "alert" : undefined}
      className="mx-auto max-w-xl border border-base-300 bg-base-200 p-8 text-center"
    >
      <p className="text-lg font-semibold">{title}</p>
      <div className="mt-2 flex flex-col items-center gap-5">{children}</div>
    </div>
  );
}
