import type { ReactNode } from "react";

type Props = {
  title: string;
  children: ReactNode;
  alert?: boolean;
  /** What it is among the headings, where nothing else says what the page is about. */
  heading?: "h1" | "h2" | "p";
};

/** In place of content: there is none yet, or it could not be had, and what to do about it. */
export function Note({ title, children, alert = false, heading: Title = "p" }: Props) {
  return (
    <div
      role={alert ? "alert" : undefined}
      className={`${alert ? "border-s-error" : "border-s-base-content/40"} max-w-2xl border border-s-4 border-base-300 bg-base-200 p-6 sm:p-8`}
    >
      <Title className="text-xl font-bold">{title}</Title>
      <div className="mt-2 grid justify-items-start gap-5 leading-relaxed">{children}</div>
    </div>
  );
}
