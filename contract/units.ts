/** Contact units and issuing units of a record: a unit, a person and a telephone number (spec §3, §5). */
import { z } from 'zod'
import { UNIT_TYPE_ORGANISER } from './constants.ts'
import { requiredText, text } from './fields.ts'
import { messages } from './messages.ts'
import { unitNameRequired, unitTypes } from './unit-words.ts'

export const UNIT_NAME_MAX = 100
export const UNIT_ABBRE_MAX = 20
export const UNIT_CONTACT_MAX = 30
export const UNIT_PHONE_MAX = 40
export const UNITS_MAX = 20

// The specification has no rule for the telephone number: extensions, several numbers and words such as 转 are common.
/** Issuing units in words, as in lists and documents: 县经信局、县财政局. */
export const issuersText = (units: readonly { unitName: string }[]): string => units.map((u) => u.unitName).join('、')
/**
 * Parts between commas, except commas within closed brackets. Reads one character at a time, because the input may be long and full of
 * brackets.
 */
function separated(words: string): string[] {
  const ends: Record<string, string> = { '（': '）', '(': ')' }
  const last = { '）': words.lastIndexOf('）'), ')': words.lastIndexOf(')') } as Record<string, number>
  const parts: string[] = []
  let [from, closing] = [0, '']
  for (let at = 0; at < words.length; at++) {
    const sign = words[at]!
    const end = ends[sign]
    if (closing !== '') closing = sign === closing ? '' : closing
    else if (end !== undefined && last[end]! > at) closing = end
    else if (/[、，,；;]/.test(sign)) {
      parts.push(words.slice(from, at))
      from = at + 1
    }
  }
  return [...parts, words.slice(from)]
}

/** The units in such a text; a list within brackets belongs to one unit: 科技部、财政部（省级、市级认定机构组织）. */
export const issuersOf = (words: string): IssuingUnit[] =>
  separated(words)
    .map((unitName) => unitName.trim())
    .filter(Boolean)
    .map((unitName) => ({ unitName, unitContact: '', unitPhone: '' }))

const phone = text(UNIT_PHONE_MAX).default('')
export const IssuingUnit = z.strictObject({
  unitName: requiredText(UNIT_NAME_MAX, messages.issuingUnitRequired),
  unitContact: text(UNIT_CONTACT_MAX).default(''),
  unitPhone: phone,
})
export type IssuingUnit = z.output<typeof IssuingUnit>

export const ContactUnit = z
  .strictObject({
    unitName: text(UNIT_NAME_MAX),
    /** only for undertaking units */
    unitAbbre: text(UNIT_ABBRE_MAX).optional(),
    unitContact: text(UNIT_CONTACT_MAX).default(''),
    unitPhone: phone,
    unitType: z.union(
      unitTypes.map((type) => z.literal(type)),
      { error: '单位类型不正确' },
    ),
  })
  .superRefine((unit, ctx) => {
    if (!unit.unitName) ctx.addIssue({ code: 'custom', path: ['unitName'], message: unitNameRequired(unit.unitType) })
    if (unit.unitAbbre && unit.unitType !== UNIT_TYPE_ORGANISER)
      ctx.addIssue({ code: 'custom', path: ['unitAbbre'], message: `只有${messages.unitOrganiser}有简称` })
  })
export type ContactUnit = z.output<typeof ContactUnit>
