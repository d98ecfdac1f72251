import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";

export type LetterLink = {
  token: string;
  email: string;
  /** How many were opened before in the same page, as its key: what was said of these is gone. */
  earlier: number;
};

/** Of this tab until it is reloaded, for who signs in and comes back to the page. */
const opened = new Map<string, LetterLink>();

/** The token is in the fragment, which reaches no server or log, and is removed from the URL. */
export function useLetterLink(path: string): LetterLink | undefined {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [link, setLink] = useState<LetterLink>();
  useEffect(() => {
    const params = new URLSearchParams(hash.slice(1));
    const token = params.get("token");
    const email = params.get("email") ?? "";
    const found = token ? { token, email, earlier: 0 } : undefined;
    if (found) opened.set(path, found);
    setLink((known) => {
      if (!found) return known ?? opened.get(path) ?? { token: "", email: "", earlier: 0 };
      return known ? { ...found, earlier: known.earlier + 1 } : found;
    });
    if (found) void navigate(path, { replace: true });
  }, [hash, navigate, path]);
  return link;
}
