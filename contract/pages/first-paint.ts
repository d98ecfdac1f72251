// Public pages are the same for everyone. What a signed-in person is shown in them differently is
// in them already, as are both themes, and this script, before anything is painted, says which of
// it shows. It stands in the page itself; the policy of the page allows it by its hash.

/** Where the browser keeps the access token, as the specification names it. */
export const accessTokenKey = "accessToken";
/** Set in a tab that went to Google; who comes back without a refusal is signed in. */
export const pendingSignInKey = "awayToSignIn";
/** Where the browser keeps what the signed-in person was last known to be. */
export const roleKey = "role";
/** Where the browser keeps the theme that somebody chose. */
export const themeKey = "theme";

/** Each by its name in look.css, with its ground, which browsers paint around the page. */
export const themes = {
  light: { name: "paper", ground: "#fcfbf9" },
  dark: { name: "graphite", ground: "#191c20" },
} as const;

export const firstPaintScript =
  `try{let d=document.documentElement.dataset,l=localStorage;` +
  `if(l.getItem("${accessTokenKey}")||` +
  `sessionStorage.getItem("${pendingSignInKey}")&&!location.search.includes("refused="))` +
  `d.session="in",d.role=l.getItem("${roleKey}")||"";` +
  `let t=${JSON.stringify(themes)}[l.getItem("${themeKey}")];` +
  `if(t){d.theme=t.name;` +
  `for(let m of document.querySelectorAll("meta[name=theme-color]"))m.content=t.ground}}catch{}`;
