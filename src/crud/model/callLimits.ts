/** Maximum of rows that one call sends: few enough for a quick answer and visible progress. */
export const ROWS_PER_CALL = 200
/** Maximum of characters in the body of such a call: the server, or a proxy before it, may refuse a longer one. */
export const CHARACTERS_PER_CALL = 250_000
