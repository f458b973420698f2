import { inWan } from '../../contract/money.ts'
import { declarationStates, uniqueKinds, type ProjectTemplate, type UniqueKind } from '../../contract/declaration.ts'
import type { Duplicate } from '../../contract/declaration/process.ts'
import { fieldsOf, isTable } from '../../contract/form/rules.ts'
import type { StoredForm } from '../../db/tables/declaration.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { requireVisible, visibleOf } from './access.ts'

interface Mark {
  kind: UniqueKind
  value: string
  path: string
  label: string
  entered: string
}

/**
 * Normalises a number for comparison: half width, no spaces, case or separators. Null when it is shorter than four characters, because it
 * then identifies nothing.
 */
export function comparable(text: string): string | null {
  const plain = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\-_/.:：·、，,（）()[\]【】《》“”"']/g, '')
  return plain.length >= 4 ? plain : null
}

/** The numbers in a form that are unique in the world. */
export function marksOf(t: ProjectTemplate, form: StoredForm): Mark[] {
  const found = fieldsOf(t).flatMap((f): Mark[] => {
    const value = form[f.key]
    const mark = (kind: UniqueKind, entered: unknown, path: string, label: string): Mark[] => {
      const plain = typeof entered === 'string' ? comparable(entered) : null
      return plain === null ? [] : [{ kind, value: plain, path, label, entered: entered as string }]
    }
    if (f.unique) return mark(f.unique, value, `form.${f.key}`, f.label)
    if (f.type !== 'table' || !isTable(value)) return []
    return value.flatMap((row, i) =>
      (f.columns ?? []).flatMap((c) =>
        c.unique ? mark(c.unique, row[c.key], `form.${f.key}.${i}.${c.key}`, `${f.label} 第 ${i + 1} 行 ${c.label}`) : [],
      ),
    )
  })
  return found
}

/** Stores the marks of the new submission instead of those of the earlier round. */
export async function putMarks(db: Db, id: number, t: ProjectTemplate, form: StoredForm): Promise<void> {
  await db.deleteFrom('declaration_mark').where('declaration_id', '=', id).execute()
  const marks = marksOf(t, form)
  if (marks.length > 0)
    await db
      .insertInto('declaration_mark')
      .values(marks.map((m) => ({ declaration_id: id, ...m })))
      .execute()
}

/**
 * Other declarations, of any policy and company, with the same invoice, project or patent. A record of another office is shown with its
 * identifying data; its content is open only to users who may see it. Withdrawn and unsent ones do not count.
 */
export async function duplicatesOf(k: Kernel, actor: Actor, id: number): Promise<{ checked: number; list: Duplicate[] }> {
  await requireVisible(k.db, actor, id, k.clock.now())
  const { checked } = await k.db
    .selectFrom('declaration_mark')
    .select((e) => e.fn.countAll<number>().as('checked'))
    .where('declaration_id', '=', id)
    .executeTakeFirstOrThrow()
  if (checked === 0) return { checked, list: [] }
  const rows = await k.db
    .selectFrom('declaration_mark as m')
    .innerJoin('declaration_mark as n', (j) =>
      j.onRef('n.kind', '=', 'm.kind').onRef('n.value', '=', 'm.value').onRef('n.declaration_id', '<>', 'm.declaration_id'),
    )
    .innerJoin('declaration as d', 'd.id', 'n.declaration_id')
    .innerJoin('project as p', 'p.id', 'd.project_id')
    .innerJoin('policy as po', 'po.id', 'p.policy_id')
    .innerJoin('office as o', 'o.id', 'p.examine_dep')
    .innerJoin('company as c', 'c.id', 'd.company_id')
    .select([
      'm.kind',
      'm.entered',
      'm.label',
      'n.entered as other_entered',
      'n.label as other_label',
      'd.id',
      'd.declare_no',
      'd.state',
      'd.amount',
      'd.approved_amount',
      'd.submit_time',
      'p.name as project_name',
      'po.title',
      'o.name as dep_name',
      'c.name as company_name',
    ])
    .where('m.declaration_id', '=', id)
    .where('d.deleted_at', 'is', null)
    .where('d.state', 'not in', ['draft', 'withdrawn'])
    .orderBy('d.submit_time', 'desc')
    .orderBy('d.id', 'desc')
    .orderBy('m.path')
    .limit(100)
    .execute()
  const ids = [...new Set(rows.map((r) => r.id))]
  const visible = new Set(ids.length === 0 ? [] : (await (await visibleOf(k, actor, ids)).select('d.id').execute()).map((r) => r.id))
  const list = rows.map((r): Duplicate => ({
    kind: r.kind,
    kindName: uniqueKinds[r.kind],
    value: r.entered,
    label: r.label,
    other: {
      id: r.id,
      declareNo: r.declare_no!,
      policyTitle: r.title,
      projectName: r.project_name,
      companyName: r.company_name,
      depName: r.dep_name,
      stateName: declarationStates[r.state].internal,
      amount: inWan(r.amount),
      approvedAmount: inWan(r.approved_amount),
      submitTime: r.submit_time!,
      value: r.other_entered,
      label: r.other_label,
      visible: visible.has(r.id),
    },
  }))
  return { checked, list }
}
