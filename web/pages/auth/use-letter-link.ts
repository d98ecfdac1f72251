import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";

export type LetterLink = { token: string; email: string };

/**
 * The token stands behind the "#", which no server and no log sees, and is removed from the
 * address.
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
