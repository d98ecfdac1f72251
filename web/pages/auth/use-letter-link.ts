import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";

export type LetterLink = { token: string; email: string };

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
    const found = token ? { token, email: params.get("email") ?? "" } : undefined;
    if (found) opened.set(path, found);
    setLink((known) => found ?? known ?? opened.get(path) ?? { token: "", email: "" });
    if (found) void navigate(path, { replace: true });
  }, [hash, navigate, path]);
  return link;
}
