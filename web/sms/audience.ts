import type { SmsSendDetail } from '../../contract/sms/sends.ts'

/** Reads one person per line: a number, then a name. In lines pasted from a sheet a tab separates the two. */
export const personsOf = (text: string): { phone: string; name: string }[] =>
  text
    .split('\n')
    .map((line) => line.replace(/[,，;；\t]/g, ' ').trim())
    .filter(Boolean)
    .map((line) => {
      const letters = [...line]
      const from = letters.findIndex((c) => !/[\d\s+-]/.test(c))
      const at = from < 0 ? letters.length : from
      return { phone: letters.slice(0, at).join('').trim().slice(0, 40), name: letters.slice(at).join('').trim().slice(0, 40) }
    })

/** The chosen recipients as text. */
export function audienceWords({ audience, chosen, sheetNum }: Pick<SmsSendDetail, 'audience' | 'chosen' | 'sheetNum'>): string {
  const typed = audience.persons.length > 0 ? [`填写的号码 ${audience.persons.length} 个`] : []
  const listed = sheetNum > 0 ? [`从表格导入 ${sheetNum} 个`] : []
  return [...chosen, ...typed, ...listed].join('；') || '还没有选择'
}
