import { createContext, type ReactNode, use } from "react";

/** True on a page that a person may see, and change nothing of. */
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
