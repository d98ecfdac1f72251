// Public pages are the same for everyone. What a signed-in person is shown in them differently
// is in them already, and this script, before anything is painted, says which of it shows.
// It stands in the page itself; the policy of the page allows it by its hash.

/** Where the browser keeps the access token, as the specification names it. */
export const accessTokenKey = "accessToken";
/** Set in a tab that went to Google; who comes back without a refusal is signed in. */
export const awayKey = "awayToSignIn";

export const firstPaintScript =
  `try{if(localStorage.getItem("${accessTokenKey}")||` +
  `sessionStorage.getItem("${awayKey}")&&!location.search.includes("refused="))` +
  `document.documentElement.dataset.session="in"}catch{}`;
