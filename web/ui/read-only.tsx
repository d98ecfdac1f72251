import { createContext, type ReactNode, use } from "react";

/** True on a page that the person may view but not change. */
export const ReadOnlyContext = createContext(false);

export const useReadOnly = () => use(ReadOnlyContext);

export function HiddenIfReadOnly({ children }: { children: ReactNode }) {
  return useReadOnly() ? null : children;
}

export function DisabledIfReadOnly({ children }: { children: ReactNode }) {
  return (
    <fieldset disabled={useReadOnly()} className="contents">
      {children}
    </fieldset>
  );
}
