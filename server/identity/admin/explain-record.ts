import type { RowResourceKey, RowRule } from '../../../contract/row-rules.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { rowSource } from '../../kernel/access/row-sources.ts'
import { asIf, heldOf } from './held-rights.ts'
import { ruleWords } from './rule-words.ts'

interface OfRole {
  sees: boolean
  /** the parts of the rule that exclude the record */
  lacks: string | null
}
interface OneRecord {
  isThere: boolean
  sees: boolean
  /** visible without a rule: the person handled it or was asked about it */
  besides: boolean
  byRole: Map<number, OfRole>
}

/** Whether a person sees one record, by the same condition as the list, and which part of which rule decides. */
export async function recordFor(
  k: Kernel,
  person: { id: number; name: string; office_id: number | null },
  resource: RowResourceKey,
  id: number,
): Promise<OneRecord> {
  const held = await heldOf(k, person.id, resource)
  const shows = async (rules: readonly RowRule[]) => (await rowSource(k, resource).count(asIf(person, held.permissions, rules), id)) > 0
  const open: RowRule = { resource, scope: 'all', officeIds: [], lines: [] }
  const byRole = new Map<number, OfRole>()
  for (const { roleId, rule } of held.rules) {
    const sees = await shows([rule])
    byRole.set(roleId, { sees, lacks: sees ? null : await partsThatLack(rule) })
  }
  return { isThere: await shows([open]), sees: await shows(held.rules.map(({ rule }) => rule)), besides: await shows([]), byRole }

  async function partsThatLack(rule: RowRule): Promise<string> {
    const lacking: string[] = []
    if (!(await shows([{ ...rule, lines: [] }]))) lacking.push(`不在“${await ruleWords(k, { ...rule, lines: [] })}”之内`)
    for (const [, lines] of Map.groupBy(rule.lines, ({ field }) => field)) {
      const alone = { ...open, lines }
      if (!(await shows([alone]))) lacking.push(`不符合${(await ruleWords(k, alone)).replace(/^全部 并且/, '')}`)
    }
    return lacking.join('，')
  }
}

export function recordWords(
  who: string,
  title: string,
  id: number,
  { isThere, sees, besides, byRole }: OneRecord,
  acting: readonly { id: number; name: string }[],
): string {
  if (!isThere) return `没有编号 ${id} 的${title}，或者已被删除。`
  const by = acting.filter((role) => byRole.get(role.id)?.sees).map(({ name }) => `“${name}”`)
  if (besides) return `${who}看得见${title} ${id}：本人经办过或被征求意见，与规则无关。`
  if (sees) return `${who}看得见${title} ${id}：由角色${by.join('')}的规则决定。`
  const why = acting.map(({ id: roleId, name }) => `角色“${name}”${byRole.get(roleId)?.lacks ?? '没有这类数据的规则'}`)
  return `${who}看不见${title} ${id}：${why.join('；')}。`
}
