import { changeCodes, type rightsChange } from '../../../contract/identity/rights-change.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import type { Actor } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit/audit.ts'
import { today } from '../../kernel/clock.ts'
import { conflict, refused } from '../../kernel/errors.ts'
import { note } from '../../kernel/flow-log.ts'
import { allowed, isOwnWork, move } from '../../kernel/flow.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { forget } from '../authenticate.ts'
import { rightsNotices } from '../rights-notices.ts'
import { staffHolding } from '../row-rules.ts'
import { basisIn, gives, namedOf, whyNot } from './basis.ts'
import { changeFlow } from './flow.ts'
import { asOf, hasEnded, refuseOverBefore, refuseStart, withoutPast } from './days.ts'
import { opensOf, seenHash } from './opens.ts'
import { from, gone, locked } from './rows.ts'
import { lockGiven, standing } from './standing.ts'
import { apply, givenBy, hashOf, refuseUnknownRule, same, subjectAsked, subjectOf, type Given, type Subject } from './subject.ts'
import { makeVoid } from './void.ts'

const CHANGED_SINCE_SEEN = '您看过以后，这项变更带来的权限已有变化，请重新看过影响再决定'
/** Thrown to roll back a trial. */
const TRIED = Symbol('tried')

/** Requests a change. It is applied and rolled back, so that a change that would be refused later is refused now, at its field. */
export async function submitChange(k: Kernel, call: Call, actor: Actor, asked: Parsed<typeof rightsChange.submit>['body']) {
  const { change, reason, startTime } = asked
  refuseStart(k, startTime)
  return propose(k, call, actor, { subject: subjectAsked(change), after: givenBy(change, today(k.clock)), reason, startsAt: startTime })
}

interface Proposal {
  subject: Subject
  after: Given
  reason: string
  startsAt: string | null
}
async function propose(k: Kernel, call: Call, actor: Actor, { subject, after, reason, startsAt }: Proposal): Promise<{ id: number }> {
  refuseOverBefore(after, startsAt)
  await refuseUnknownRule(k, subject, after)
  await k.db
    .transaction()
    .execute(async (db) => {
      const stands = await standing(db, subject)
      if (same(stands.given, after)) throw refused('和现在的权限一样，没有要变更的')
      if (stands.enabled === false && gives({ before: stands.given, after }))
        throw refused('该账号已停用，不能申请增加角色，请先由系统管理员启用', 'STATE')
      await apply(k, db, call, subject, after, stands, null)
      throw TRIED
    })
    .catch((error: unknown) => {
      if (error !== TRIED) throw error
    })
  return k.db.transaction().execute(async (db) => {
    const { title, given: before } = await standing(db, subject)
    const column =
      'userId' in subject
        ? ({ user_id: subject.userId } as const)
        : ({ role_id: subject.roleId, resource: 'resource' in subject ? subject.resource : null } as const)
    const open = await db
      .selectFrom('rights_change')
      .select('id')
      .where('state', 'in', [changeCodes.code.waiting, changeCodes.code.scheduled])
      .where('userId' in subject ? 'user_id' : 'role_id', '=', 'userId' in subject ? subject.userId : subject.roleId)
      .where('resource', 'resource' in subject ? '=' : 'is', 'resource' in subject ? subject.resource : null)
      .executeTakeFirst()
    if (open) throw refused('已有一项变更在等复核或等生效，请先办完或撤回', 'STATE')
    const now = k.clock.now()
    const { id } = await db
      .insertInto('rights_change')
      .values({
        ...column,
        title,
        before: JSON.stringify(before),
        after: JSON.stringify(after),
        reason,
        starts_at: startsAt,
        hash: hashOf(subject, before, after, startsAt),
        proposed_by: actor.userId,
        proposed_by_name: actor.name,
        proposed_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await note(db, call, changeFlow, { id, version: 1, from: null, move: 'submit', to: changeCodes.code.waiting, reason })
    await audit(db, call, {
      action: 'rightsChange.submit',
      objectType: 'rightsChange',
      objectId: id,
      detail: { title, before, after, reason, ...(startsAt === null ? {} : { startsAt }) },
    })
    const row = await locked(db, id)
    const officers = (await staffHolding(db, 'role:manage')).filter((userId) => !isOwnWork(changeFlow, { ...actor, userId }, row))
    await rightsNotices(k)?.askedChange(db, { id, title, by: actor.name, officers, reason, startsAt })
    return { id }
  })
}

/** Another officer approves or rejects a change. When the underlying rights have changed since the request, the change becomes void. */
export async function decideChange(k: Kernel, call: Call, actor: Actor, asked: Parsed<typeof rightsChange.decide>['body']): Promise<true> {
  const named = await namedOf(k, await from(k.db).where('x.id', '=', asked.id).execute())
  const touched = await k.db.transaction().execute(async (db) => {
    const found = await locked(db, asked.id)
    const row = { ...found, later: found.starts_at !== null && Date.parse(found.starts_at) > k.clock.now().getTime() }
    const decided = { decided_by: actor.userId, decided_by_name: actor.name, decided_at: k.clock.now(), opinion: asked.opinion }
    const wish = {
      move: asked.decision,
      version: asked.version,
      reason: asked.opinion,
      set: decided,
      detail: { title: row.title },
    } as const
    const tell = async (startsAt: string | null) => {
      await rightsNotices(k)?.endedChange(db, row.id)
      if (row.proposed_by === null) return
      await rightsNotices(k)?.decidedChange(db, {
        title: row.title,
        askedBy: row.proposed_by,
        by: actor.name,
        isApproved: asked.decision === 'approve',
        startsAt,
        opinion: asked.opinion ?? '',
      })
    }
    if (asked.decision === 'reject') {
      await move(db, call, changeFlow, row, wish)
      await tell(null)
      return []
    }
    const subject = subjectOf(row)
    await lockGiven(db, row)
    const stands = await standing(db, subject)
    // Only a request that this officer could still agree to becomes void by it; for any other, "move" below says why not.
    const isOpen = row.version === asked.version && allowed(changeFlow, actor, row).includes('approve')
    const basis = await basisIn(k, db, [row], named)
    const why = isOpen ? whyNot(row, basis) : null
    if (why !== null) {
      await makeVoid(k, db, call, row, why)
      return why
    }
    if (isOpen && asked.hash !== seenHash(basis.roles, row)) throw conflict(CHANGED_SINCE_SEEN)
    const after = asOf(today(k.clock), row)
    if (hasEnded(after, today(k.clock))) throw refused('所请的期限已经过去，请驳回', 'STATE')
    // A later start is compared with what was read at the approval.
    const read = row.later && { before: JSON.stringify(stands.given), opens: JSON.stringify(opensOf(basis.roles, row)) }
    const set = { ...decided, ...read }
    await move(db, call, changeFlow, row, { ...wish, set })
    await tell(row.later ? row.starts_at : null)
    return row.later ? [] : apply(k, db, call, subject, after, stands, row.proposed_by)
  })
  if (typeof touched === 'string') throw refused(`${touched}，该申请作废，仍需要的请重新提出`, 'STALE')
  forget(k, { users: touched })
  return true
}

export const withdrawChange = (k: Kernel, call: Call, { id, version }: Parsed<typeof rightsChange.withdraw>['body']) =>
  k.db.transaction().execute(async (db): Promise<true> => {
    const row = await locked(db, id)
    await move(db, call, changeFlow, row, { move: 'withdraw', version, detail: { title: row.title } })
    await rightsNotices(k)?.endedChange(db, id)
    return true
  })

/** Requests the state before an approved change; this is a change like any other. */
export async function rollbackChange(k: Kernel, call: Call, actor: Actor, { id, reason }: Parsed<typeof rightsChange.rollback>['body']) {
  const row = await from(k.db).where('x.id', '=', id).executeTakeFirst()
  if (!row) throw gone()
  if (row.state !== changeCodes.code.done) throw refused('只有已生效的变更可以退回', 'STATE')
  return propose(k, call, actor, { subject: subjectOf(row), after: withoutPast(row.before, today(k.clock)), reason, startsAt: null })
}
