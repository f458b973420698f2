/** Lists and objects of a body stand at most so deep in each other. A rule of the contract may have 60 levels, each of an object and a list. */
export const MOST_DEPTH = 256

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\[]{}')

/**
 * Whether JSON nests deeper than `MOST_DEPTH`. JSON.parse spends 40 to 300 ms of the main loop on a megabyte of `[`, open or closed; this
 * stops at the first that is too many, and takes a microsecond for a usual body and 2 ms for a megabyte. Text that is no JSON is left to the parser.
 */
export function nestsTooDeep(json: Uint8Array): boolean {
  let depth = 0
  let inText = false
  for (let at = 0; at < json.length; at++) {
    const sign = json[at]
    if (inText) {
      if (sign === BACKSLASH) at += 1
      else if (sign === QUOTE) inText = false
    } else if (sign === QUOTE) inText = true
    else if (sign === OPEN_LIST || sign === OPEN_OBJECT) {
      depth += 1
      if (depth > MOST_DEPTH) return true
    } else if (sign === CLOSE_LIST || sign === CLOSE_OBJECT) depth -= 1
  }
  return false
}
