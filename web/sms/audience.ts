import type { SmsSendDetail } from '../../contract/sms/sends.ts'
import { numbersIn } from '../../contract/usual-number.ts'

/**
 * Reads a number and a name per line, in either order; in lines pasted from a sheet a tab separates the two. Two numbers of one person are
 * two recipients.
 */
export const personsOf = (text: string): { phone: string; name: string }[] =>
  text
    .split('\n')
    .map((line) => line.replace(/[,，、;；:：\t]/g, ' ').trim())
    .filter(Boolean)
    .flatMap((line) => {
      const { numbers, rest } = numbersIn(line)
      return numbers.map((phone) => ({ phone: phone.slice(0, 40), name: rest.slice(0, 40) }))
    })

/** The chosen recipients as text. */
export function audienceWords({ audience, chosen, sheetNum }: Pick<SmsSendDetail, 'audience' | 'chosen' | 'sheetNum'>): string {
  const typed = audience.persons.length > 0 ? [`填写的号码 ${audience.persons.length} 个`] : []
  const listed = sheetNum > 0 ? [`从表格导入 ${sheetNum} 个`] : []
  return [...chosen, ...typed, ...listed].join('；') || '还没有选择'
}
