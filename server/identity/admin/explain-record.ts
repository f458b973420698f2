import { rowResource, type RowResourceKey, type RowRule } from '../../../contract/row-rules.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { rowSource } from '../../kernel/access/row-sources.ts'
import { asIf, heldOf } from './held-rights.ts'
import { namedIn, ruleWords } from './rule-words.ts'

interface OfRole {
  sees: boolean
  /** the parts of the rule that exclude the record */
  lacks: string | null
}
interface OneRecord {
  sees: boolean
  /** visible without a rule: the person handled it or was asked about it */
  besides: boolean
  byRole: Map<number, OfRole>
}

/** Whether a person sees one record, by the same condition as the list, and which part of which rule decides; null: there is no such record. */
export async function recordFor(
  k: Kernel,
  person: { id: number; name: string; office_id: number | null },
  resource: RowResourceKey,
  id: number,
): Promise<OneRecord | null> {
  const held = await heldOf(k, person.id, resource)
  const shows = async (rules: readonly RowRule[]) => (await rowSource(k, resource).count(asIf(person, held.permissions, rules), id)) > 0
  const open: RowRule = { resource, scope: 'all', officeIds: [], lines: [] }
  // Who lacks the permission may not be told that a record is missing, so all permissions that open this kind are assumed here.
  const widest = asIf(person, new Set([...held.permissions, ...rowResource(resource).needs]), [open])
  if ((await rowSource(k, resource).count(widest, id)) === 0) return null
  const byRole = new Map<number, OfRole>()
  const named = await namedIn(
    k,
    held.rules.map(({ rule }) => rule),
  )
  for (const { roleId, rule } of held.rules) {
    const sees = await shows([rule])
    byRole.set(roleId, { sees, lacks: sees ? null : await partsThatLack(rule) })
  }
  return { sees: await shows(held.rules.map(({ rule }) => rule)), besides: await shows([]), byRole }

  async function partsThatLack(rule: RowRule): Promise<string> {
    const lacking: string[] = []
    if (!(await shows([{ ...rule, lines: [] }]))) lacking.push(`不在“${ruleWords(named, { ...rule, lines: [] })}”之内`)
    for (const [, lines] of Map.groupBy(rule.lines, ({ field }) => field)) {
      const alone = { ...open, lines }
      if (!(await shows([alone]))) lacking.push(`不符合${ruleWords(named, alone).replace(/^全部 并且/, '')}`)
    }
    return lacking.join('，')
  }
}

export function recordWords(
  who: string,
  title: string,
  id: number,
  { sees, besides, byRole }: OneRecord,
  acting: readonly { id: number; name: string }[],
): string {
  const by = acting.filter((role) => byRole.get(role.id)?.sees).map(({ name }) => `“${name}”`)
  if (besides) return `${who}看得见${title} ${id}：本人经办过或被征求意见，与规则无关。`
  if (sees) return `${who}看得见${title} ${id}：由角色${by.join('')}的规则决定。`
  const why = acting.map(({ id: roleId, name }) => `角色“${name}”${byRole.get(roleId)?.lacks ?? '没有这类数据的规则'}`)
  return `${who}看不见${title} ${id}：${why.join('；')}。`
}
