import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";

export type LetterLink = { token: string; email: string };

/**
 * What the link of a letter says comes behind the "#" of the address, which no server and no log
 * ever gets to see, and does not stay there. Undefined until it is read; empty where there is none.
 */
export function useLetterLink(path: string): LetterLink | undefined {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [link, setLink] = useState<LetterLink>();
  useEffect(() => {
    const said = new URLSearchParams(hash.slice(1));
    const token = said.get("token");
    const found = token ? { token, email: said.get("email") ?? "" } : undefined;
    setLink((known) => found ?? known ?? { token: "", email: "" });
    if (found) void navigate(path, { replace: true });
  }, [hash, navigate, path]);
  return link;
}
