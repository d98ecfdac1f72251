// Public pages are the same for everyone. This inline script shows the signed-in parts and the
// chosen theme before the first paint; the page's policy allows it by its hash.

export const accessTokenKey = "accessToken";
export const pendingSignInKey = "awayToSignIn";

export const roleKey = "role";

export const themeKey = "theme";

export const ownVehicleKey = "own-vehicle";

/** `ground` is the color that browsers paint around the page. */
export const themes = {
  light: { name: "paper", ground: "#fcfbf9" },
  dark: { name: "graphite", ground: "#191c20" },
} as const;

export const firstPaintScript =
  `try{let d=document.documentElement.dataset,l=localStorage;` +
  `if(l.getItem("${accessTokenKey}")||` +
  `sessionStorage.getItem("${pendingSignInKey}")&&!location.search.includes("refused="))` +
  `d.session="in",d.role=l.getItem("${roleKey}")||"";` +
  `if(l.getItem("${ownVehicleKey}"))d.car="";` +
  `let t=${JSON.stringify(themes)}[l.getItem("${themeKey}")];` +
  `if(t){d.theme=t.name;` +
  `for(let m of document.querySelectorAll("meta[name=theme-color]"))m.content=t.ground}}catch{}` +
  // What is sent before the page's code is there, is sent once it is.
  `addEventListener("submit",e=>{if(e.target.method=="dialog")window.earlySubmit=e},true)`;
