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
export function audienceWords({ audience: a }: Pick<SmsSendDetail, 'audience'>): string {
  const parts = [
    a.companyIds.length > 0 && `指定企业 ${a.companyIds.length} 家`,
    a.tagIds.length > 0 && `企业标签 ${a.tagIds.length} 个`,
    a.policyIds.length > 0 && `符合 ${a.policyIds.length} 项政策条件的企业`,
    a.filter !== null && '按条件选择的企业',
    a.persons.length > 0 && `填写的号码 ${a.persons.length} 个`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join('；') : '还没有选择'
}
