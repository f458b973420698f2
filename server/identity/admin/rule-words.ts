import { rowResource, rowScopes, scopesOf, type RowLine, type RowResourceKey, type RowRule } from '../../../contract/row-rules.ts'
import { invalid, type FieldIssue } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { rowSource, type RowOption } from '../../kernel/access/row-sources.ts'

type Options = ReadonlyMap<string, readonly RowOption[]>

/** The possible values of each field of a resource. */
export async function optionsOf(k: Kernel, key: RowRule['resource']): Promise<Options> {
  const found = new Map<string, readonly RowOption[]>()
  for (const [name, field] of Object.entries(rowResource(key).fields)) {
    if (field.kind !== 'choice') continue
    const fixed = field.options && Object.entries(field.options).map(([value, label]) => ({ value, label }))
    found.set(name, fixed ?? (await rowSource(k, key).options[name]?.()) ?? [])
  }
  return found
}

/** What data rules can name: offices with their names, also disabled ones, and the possible values of the resources. */
export interface Named {
  offices: ReadonlyMap<number, string>
  options: ReadonlyMap<RowResourceKey, Options>
}

/** What these rules can name, read once for all of them. Call it outside a transaction, because it asks domains. */
export async function namedIn(k: Kernel, rules: readonly Pick<RowRule, 'resource' | 'officeIds' | 'lines'>[]): Promise<Named> {
  const ids = [...new Set(rules.flatMap(({ officeIds }) => officeIds))]
  const rows = ids.length === 0 ? [] : await k.db.selectFrom('office').select(['id', 'name']).where('id', 'in', ids).execute()
  const options = new Map<RowResourceKey, Options>()
  for (const key of new Set(rules.filter(({ lines }) => lines.length > 0).map(({ resource }) => resource)))
    options.set(key, await optionsOf(k, key))
  return { offices: new Map(rows.map(({ id, name }) => [id, name])), options }
}

/** 「本部门及下级 并且（镇街 是 城东 或 城西）」 */
export function ruleWords({ offices, options }: Named, rule: RowRule): string {
  const { fields } = rowResource(rule.resource)
  const labels = (field: string) => options.get(rule.resource)?.get(field) ?? []
  const named = (list: readonly RowOption[], value: string) => list.find((one) => one.value === value)?.label ?? value
  const scope = rule.scope === 'custom' ? rule.officeIds.map((id) => offices.get(id) ?? '已删除的部门').join('、') : rowScopes[rule.scope]
  const lines = [...Map.groupBy(rule.lines, ({ field }) => field)].map(([field, own]) => {
    const said = own.map((line) =>
      line.op === 'between'
        ? amountWords(line)
        : `${line.op === 'in' ? '是' : '不是'} ${line.values.map((v) => named(labels(field), v)).join(' 或 ')}`,
    )
    return `（${fields[field]?.title ?? field} ${said.join('，或')}）`
  })
  return [scope, ...lines].join(' 并且')
}

/** A data rule before and after, where somebody reads what changed. */
export async function rulesInWords(k: Kernel, resource: RowRule['resource'], before: Body | null, after: Body | null) {
  const of = (rule: Body | null) => (rule ? [{ resource, ...rule }] : [])
  return sidesInWords(await namedIn(k, [...of(before), ...of(after)]), resource, before, after)
}

/** The same with what rules can name, read for many changes at once. */
export function sidesInWords(named: Named, resource: RowRule['resource'], before: Body | null, after: Body | null) {
  const words = (rule: Body | null) => (rule ? ruleWords(named, { resource, ...rule }) : '没有规则，看不见任何一行')
  return { before: words(before), after: words(after) }
}
type Body = Omit<RowRule, 'resource'>

const amountWords = ({ from, to }: { from: number | null; to: number | null }): string =>
  [from === null ? '' : `不少于 ${from} 万元`, to === null ? '' : `不超过 ${to} 万元`].filter(Boolean).join('、')

type Checked = Omit<RowRule, 'scope'> & { scope: RowRule['scope'] | null }

/** Refuses, at its field, a value that the resource does not offer. */
export async function refuseUnknown(k: Kernel, rule: Checked): Promise<void> {
  const faults = faultsOf(await namedIn(k, [rule]), rule)
  if (faults.length > 0) throw invalid(faults)
}

/** What the rule names that its resource does not offer. */
export function faultsOf({ offices, options }: Named, rule: Checked): FieldIssue[] {
  const faults: FieldIssue[] = []
  const { title, fields } = rowResource(rule.resource)
  if (rule.scope !== null && !scopesOf(rule.resource).includes(rule.scope))
    faults.push({ path: 'scope', message: `${title}没有“${rowScopes[rule.scope]}”这个范围` })
  if (rule.scope === 'custom') {
    if (rule.officeIds.length === 0) faults.push({ path: 'officeIds', message: '请选择部门' })
    else if (rule.officeIds.some((id) => !offices.has(id))) faults.push({ path: 'officeIds', message: '所选部门不存在或已被删除' })
  }
  for (const [i, line] of rule.lines.entries()) {
    const field = Object.hasOwn(fields, line.field) ? fields[line.field] : undefined
    const offered = options.get(rule.resource)?.get(line.field) ?? []
    const fault = field ? lineFault(field.kind, line, offered) : { at: 'field', message: `${title}没有这个字段` }
    if (fault) faults.push({ path: `lines.${i}.${fault.at}`, message: fault.message })
  }
  return faults
}

function lineFault(kind: 'choice' | 'amount', line: RowLine, options: readonly RowOption[]): { at: string; message: string } | null {
  if ((line.op === 'between') !== (kind === 'amount')) return { at: 'op', message: '这个字段不能这样比较' }
  if (line.op === 'between') {
    if (line.from === null && line.to === null) return { at: 'from', message: '请输入金额的下限或上限' }
    return line.from !== null && line.to !== null && line.from > line.to ? { at: 'to', message: '上限不能小于下限' } : null
  }
  const unknown = line.values.find((value) => !options.some((option) => option.value === value))
  return unknown === undefined ? null : { at: 'values', message: `没有取值“${unknown}”` }
}
