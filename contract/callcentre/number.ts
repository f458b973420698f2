/**
 * One form for a telephone number, however it was written or sent: mobile, landline with its area, 400 and 800 numbers, short numbers such as
 * 12345. Spaces, dashes, brackets, full width signs and the country code go; the zero that a country code swallows comes back. Null: no number.
 * V013 (11 digits from 1) is not asked here, because landlines call too.
 */
export function callNumber(written: string): string | null {
  const bare = written.normalize('NFKC').replace(/[\s\-()]/g, '')
  const home = /^(?:\+|00)86(\d+)$/.exec(bare)?.[1]
  const digits = home === undefined ? bare.replace(/^\+/, '00') : ownForm(home)
  return /^\d{3,16}$/.test(digits) ? digits : null
}

const ownForm = (digits: string): string =>
  /^1[3-9]\d{9}$/.test(digits) || /^[48]00\d{7}$/.test(digits) || digits.startsWith('0') || digits.length < 9 ? digits : `0${digits}`

export const isMobile = (number: string): boolean => /^1[3-9]\d{9}$/.test(number)
