/** Full-width signs in half width, character by character, so that places in the text stay the same. */
const narrow = (s: string): string =>
  s.replace(/[\uFF01-\uFF5E]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0)).replace(/\u3000/g, ' ')

/**
 * A number as it is counted, stored and sent: without +86, spaces, dashes, brackets, full width and the unseen signs that come along from
 * address books (M-01; domains/system.md B).
 */
export const usualNumber = (typed: string): string =>
  narrow(typed)
    .normalize('NFKC')
    // U+2010 to U+2015 and U+2212: dashes as phones, sheets and chats write them.
    .replace(/[\s()[\]\-\u2010-\u2015\u2212\p{Cf}]/gu, '')
    .replace(/^(\+|00)?86(?=1\d{10}$)/, '')

/** V013 */
export const isUsualMobile = (number: string): boolean => /^1\d{10}$/.test(number)
/** A mobile number in its usual form; anything else, such as a landline, as it is typed. */
export function usualMobile(typed: string): string {
  const number = usualNumber(typed)
  return isUsualMobile(number) ? number : typed
}

/** A mobile number inside a line, perhaps with its country in brackets; between two digits at most three spaces or dashes. */
const mobile =
  /(?<![\d+])(?:[([]?[\s\-\u2010-\u2015\u2212]{0,3}(?:(?:\+|00)[\s\-\u2010-\u2015\u2212]{0,3})?86[\s\-\u2010-\u2015\u2212]{0,3}[)\]]?[\s\-\u2010-\u2015\u2212]{0,3})?[([]?1(?:[\s\-\u2010-\u2015\u2212]{0,3}\d){10}[)\]]?(?!\d)/g
/** Digits that are perhaps meant as a number: kept, so that the writer sees why nobody is reached by them. */
const perhaps = /[(+[]{0,4}\d(?:[\s()+[\]\-\u2010-\u2015\u2212]{0,4}\d){3,}/

/** The numbers of a typed line and what else stands in it, in either order; a line without any number has one that is empty. */
export function numbersIn(line: string): { numbers: string[]; rest: string } {
  const readable = narrow(line)
  const found = [...readable.matchAll(mobile)]
  const [other] = found.length > 0 ? [] : [perhaps.exec(readable)]
  const all = other ? [other] : found
  let [rest, from] = ['', 0]
  for (const one of all) {
    rest += `${line.slice(from, one.index)} `
    from = one.index + one[0].length
  }
  rest = `${rest}${line.slice(from)}`.replace(/\s+/g, ' ').trim()
  return { numbers: all.length > 0 ? all.map(([text]) => usualNumber(text)) : [''], rest }
}
