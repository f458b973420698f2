import { sql } from 'kysely'
import { changeCodes, type rightsChange, type RightsChangeRow } from '../../../contract/identity/rights-change.ts'
import type { RightsEffect } from '../../../contract/identity/rights-effect.ts'
import { isPermissionCode, permissions } from '../../../contract/permissions.ts'
import { rowResource, type RowResourceKey, type RowRule } from '../../../contract/row-rules.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import type { Actor } from '../../kernel/actor.ts'
import { allowed } from '../../kernel/flow.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { pageOf } from '../../kernel/lists/page-of.ts'
import { previewRule } from '../admin/rule-preview.ts'
import { rulesInWords } from '../admin/rule-words.ts'
import { firstNamed, previewPerson, previewRole } from '../admin/rights-effect.ts'
import { basisOf, whyNot } from './basis.ts'
import { asOf, dayOf, daysToSee } from './days.ts'
import { changeFlow } from './flow.ts'
import { byOthers, from, gone, isOpen, type Row } from './rows.ts'
import { seenHash } from './opens.ts'
import { linesOf, subjectOf, type Given, type Subject } from './subject.ts'
import { whoseEyes } from './seen-after.ts'

const asRow = (actor: Actor, row: Row, staleWhy: string | null): RightsChangeRow => ({
  id: row.id,
  title: row.title,
  reason: row.reason,
  state: row.state,
  proposedBy: row.proposed_by_name,
  proposeTime: row.proposed_at,
  decidedBy: row.decided_by_name,
  decideTime: row.decided_at,
  opinion: row.opinion,
  startTime: row.starts_at,
  version: row.version,
  staleWhy,
  allowed: allowed(changeFlow, actor, row)
    .filter((one) => one !== 'lapse' && one !== 'begin')
    .filter((one) => one !== 'approve' || staleWhy === null),
})

/** Waiting changes first, then the newest. */
export async function listChanges(k: Kernel, actor: Actor, { state, proposer, page, pageSize }: Parsed<typeof rightsChange.list>['query']) {
  const { total, rows } = await pageOf(
    k.db
      .selectFrom('rights_change as x')
      .$if(state !== undefined, (q) => q.where('x.state', '=', state as Row['state']))
      .$if(proposer === 'mine', (q) => q.where('x.proposed_by', '=', actor.userId))
      .$if(proposer === 'others', (q) => q.where(byOthers(actor.userId))),
    { page, pageSize },
    (q) => q.orderBy(sql`x.state = ${changeCodes.code.waiting}`, 'desc').orderBy('x.id', 'desc'),
    (q) => q.selectAll('x'),
  )
  const open = rows.filter(isOpen)
  if (open.length === 0) return { total, list: rows.map((row) => asRow(actor, row, null)) }
  const basis = await basisOf(k, open)
  return { total, list: rows.map((row) => asRow(actor, row, isOpen(row) ? whyNot(row, basis) : null)) }
}

export async function changeById(k: Kernel, actor: Actor, id: number) {
  const row = await from(k.db).where('x.id', '=', id).executeTakeFirst()
  if (!row) throw gone()
  const subject = subjectOf(row)
  // Read before the effect: a change in between refuses the decision, and never passes unseen.
  const basis = isOpen(row) ? await basisOf(k, [row]) : null
  const hash = basis ? seenHash(basis.roles, row) : ''
  const staleWhy = basis ? whyNot(row, basis) : null
  const shown = { ...asRow(actor, row, staleWhy), hash, roleId: row.role_id, words: await wordsOf(k, subject, row) }
  if (!basis) return { ...shown, words: shown.words ?? (await permissionsInWords(k, row)), effect: null, seenAs: null, seenDays: null }
  if (staleWhy !== null) return { ...shown, effect: null, seenAs: null, seenDays: null }
  const day = dayOf(k, row)
  const seenAs = (await whoseEyes(k.db, row, actor)) ?? null
  const after = asOf(day, row)
  return { ...shown, effect: await effectOf(k, subject, after, day), seenAs, seenDays: daysToSee(day, after) }
}

/** A data rule, or a person's roles, in words, before and after. */
async function wordsOf(k: Kernel, subject: Subject, { before, after }: Pick<Row, 'before' | 'after'>) {
  if ('roleIds' in before && 'roleIds' in after) return rolesInWords(k, before, after)
  if (!('resource' in subject) || !('rule' in before) || !('rule' in after)) return null
  return rulesInWords(k, subject.resource, before.rule, after.rule)
}

type Roles = Extract<Given, { roleIds: number[] }>
async function rolesInWords(k: Kernel, before: Roles, after: Roles) {
  const names = new Map((await k.db.selectFrom('role').select(['id', 'name']).execute()).map(({ id, name }) => [id, name]))
  const name = (id: number) => names.get(id) ?? '已删除的角色'
  const words = ({ roleIds, terms }: Roles) =>
    [...roleIds.map(name), ...terms.map(({ roleId, from, to }) => `${name(roleId)}（${from} 至 ${to}）`)].join('、') || '没有角色'
  return { before: words(before), after: words(after) }
}

/** The permissions and menus that a decided change of a role took and gave; an open one shows its effect instead. */
async function permissionsInWords(k: Kernel, { before, after }: Pick<Row, 'before' | 'after'>) {
  if (!('permissions' in before) || !('permissions' in after)) return null
  const menus = new Map((await k.db.selectFrom('menu').select(['id', 'name']).execute()).map(({ id, name }) => [id, name]))
  const only = (one: typeof after, other: typeof after) => [
    ...one.permissions
      .filter((code) => !other.permissions.includes(code))
      .map((code) => (isPermissionCode(code) ? permissions[code].name : code)),
    ...one.menuIds.filter((id) => !other.menuIds.includes(id)).map((id) => `菜单“${menus.get(id) ?? '已删除'}”`),
  ]
  const [lost, gained] = [only(before, after), only(after, before)]
  return {
    before: lost.length ? `有${lost.join('、')}，变更后没有` : '没有要去掉的权限',
    after: gained.length ? `新增${gained.join('、')}` : '没有新增的权限',
  }
}

/** The effect from the day from which the change counts, with the roles that begin later; the request’s words name their days. */
function effectOf(k: Kernel, subject: Subject, after: Given, day: string) {
  if ('userId' in subject && 'roleIds' in after) {
    return previewPerson(k, { id: subject.userId, roleIds: after.roleIds, terms: after.terms }, day)
  }
  if ('resource' in subject && 'rule' in after) return previewOneRule(k, subject, after.rule)
  return 'roleId' in subject && 'permissions' in after ? previewRole(k, { id: subject.roleId, ...after }) : null
}

async function previewOneRule(
  k: Kernel,
  subject: { roleId: number; resource: RowResourceKey },
  rule: Omit<RowRule, 'resource'> | null,
): Promise<RightsEffect> {
  const asked = { scope: rule?.scope ?? null, officeIds: [...(rule?.officeIds ?? [])], lines: linesOf(rule?.lines ?? []) }
  const { holders, people } = await previewRule(k, { ...subject, ...asked })
  const rows = people.some(({ before, after }) => before !== after)
    ? [{ title: rowResource(subject.resource).title, page: null, people }]
    : []
  const named = (isIt: (one: (typeof people)[number]) => boolean) => firstNamed(people.filter(isIt).map(({ name }) => name))
  const who = { gains: named(({ before, after }) => after > before), loses: named(({ before, after }) => after < before) }
  return { holders, ...who, gained: [], lost: [], conflicts: [], menusGained: [], menusLost: [], voids: [], rows }
}
