import { usualNumber } from '../usual-number.ts'

/**
 * Normalises a phone number: mobile, landline with area code, 400 and 800 numbers, short numbers such as 12345. Removes spaces, dashes,
 * brackets and country code, converts full-width characters, and restores the zero that a country code replaces. Null when it is not a
 * number. V013 (11 digits starting with 1) is not applied, because landlines call too.
 */
export function callNumber(written: string): string | null {
  const mobile = usualNumber(written)
  if (isMobile(mobile)) return mobile
  const bare = written.normalize('NFKC').replace(/[\s\-()]/g, '')
  const home = /^(?:\+|00)86(\d+)$/.exec(bare)?.[1]
  const digits = home === undefined ? bare.replace(/^\+/, '00') : ownForm(home)
  return /^\d{3,16}$/.test(digits) ? digits : null
}

const ownForm = (digits: string): string =>
  /^1[3-9]\d{9}$/.test(digits) || /^[48]00\d{7}$/.test(digits) || digits.startsWith('0') || digits.length < 9 ? digits : `0${digits}`

export const isMobile = (number: string): boolean => /^1[3-9]\d{9}$/.test(number)
