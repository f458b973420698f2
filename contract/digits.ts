/**
 * The digits of a typed number, in half width: "２，６００", "2 600", "60。5" become 2600 and 60.5. Commas are removed only as separators of
 * thousands (1,234,567) or ten thousands (1,0000); in "15,5" the comma stays, so that 15.5 does not become 155. All other characters stay.
 */
export function digitsOf(text: string): string {
  const plain = text.normalize('NFKC').replace(/。/g, '.').replace(/、/g, ',').replace(/\s|,$/g, '')
  return grouped(plain) ? plain.replaceAll(',', '') : plain
}
const grouped = (plain: string): boolean => /^[+-]?\d{1,4}(?:(?:,\d{3})+|(?:,\d{4})+)(?![\d,])/.test(plain)

/** The message for a number with a misplaced comma. */
export const COMMA = '逗号只用来分隔千位，小数请用点，如 15.5'
export const misplacedComma = (text: string): boolean => /\d,\d/.test(digitsOf(text))
