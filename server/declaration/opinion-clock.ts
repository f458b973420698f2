import { dateOf } from '../kernel/clock.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { addWorkdays } from '../kernel/offers/workdays.ts'
import { notify } from '../system/index.ts'
import { opinionLink, readingDesks } from './desks.ts'
import { opinionHearers } from './opinion-hearers.ts'
import { opinionWait } from './opinion-wait.ts'
import { askedPeople, leadersOf, mayOpen } from './whose-turn.ts'

const BATCH = 500
/**
 * Reminds colleagues who were asked for an opinion: once on the last working day before the due date, and once when it is overdue. Then the
 * requester and the heads of the requester's office are notified too, because they can end the request, for which a pass may wait; whoever
 * of them may no longer open the declaration is not. The key of each notice contains the date, so that it is sent once.
 */
export async function remindOfOpinions(k: Kernel): Promise<void> {
  const now = k.clock.now()
  const today = dateOf(now)
  const soon = await addWorkdays(k.db, today, 1)
  const heads = new Map<number | null, Promise<number[]>>()
  const headsOf = (office: number | null) => heads.get(office) ?? heads.set(office, leadersOf(k.db, office)).get(office)!
  const opening = async (people: readonly number[], declarationId: number) => {
    const able: number[] = []
    for (const id of people) if (await mayOpen(k.db, id, declarationId, now)) able.push(id)
    return able
  }
  const members = new Map<number | null, Promise<number[]>>()
  const membersOf = (officeId: number | null) =>
    members.get(officeId) ?? members.set(officeId, askedPeople(k.db, { officeId, userId: null })).get(officeId)!
  for (let after = 0; ;) {
    const rows = await k.db
      .selectFrom('declaration_opinion as o')
      .innerJoin('declaration as d', 'd.id', 'o.declaration_id')
      .innerJoin('company as c', 'c.id', 'd.company_id')
      .innerJoin('sys_user as u', 'u.id', 'o.asked_by')
      .innerJoin('project as p', 'p.id', 'd.project_id')
      .select([
        'o.id',
        'o.due',
        'o.office_id',
        'o.user_id',
        'o.asked_by',
        'o.question',
        'u.office_id as asker_office',
        'd.id as declaration_id',
        'd.declare_no',
      ])
      .select(['c.name as company_name', 'p.name as project_name'])
      .where('o.state', '=', 'open')
      .where('o.due', '<=', soon)
      .where('o.id', '>', after)
      .where('d.deleted_at', 'is', null)
      .whereRef('o.round', '=', 'd.round')
      .orderBy('o.id')
      .limit(BATCH)
      .execute()
    const told: { o: (typeof rows)[number]; late: boolean; asked: number[]; hearers: number[]; heads: number[] }[] = []
    for (const o of rows) {
      const late = o.due < today
      const asked = o.user_id === null ? await membersOf(o.office_id) : [o.user_id]
      const hearers = late ? await opinionHearers(k.db, o, now) : []
      const heads = late ? await opening(await headsOf(o.asker_office), o.declaration_id) : []
      // A head's own notice says that they can end the request. The requester can end it in any case and gets the other one.
      told.push({ o, late, asked, hearers: hearers.filter((id) => id === o.asked_by || !heads.includes(id)), heads })
    }
    // Asked once for the recipients of all these requests.
    const deskOf = await readingDesks(k.db, [...new Set(told.flatMap((one) => [...one.asked, ...one.hearers, ...one.heads]))])
    for (const { o, late, asked, hearers, heads } of told) {
      after = o.id
      const notice = {
        kind: 'work' as const,
        title: `${o.company_name}的申报${late ? '征求意见已逾期' : '征求意见即将到期'}`,
        body: `${o.question}\n项目：${o.project_name}。受理号 ${o.declare_no}。答复期限：${o.due}。`,
        key: `declaration-opinion-${late ? 'late' : 'due'}:${o.id}:${o.due}`,
        waitsFor: opinionWait(o.id),
      }
      for (const [desk, userIds] of Map.groupBy(asked, deskOf))
        await notify(k.db, k, { ...notice, to: { userIds }, link: opinionLink(desk, o.declaration_id), except: o.asked_by })
      if (!late) continue
      for (const [desk, userIds] of Map.groupBy(hearers, deskOf))
        await notify(k.db, k, { ...notice, to: { userIds }, link: `${desk}?id=${o.declaration_id}` })
      for (const [desk, userIds] of Map.groupBy(heads, deskOf))
        await notify(k.db, k, {
          ...notice,
          to: { userIds },
          body: `${notice.body}征求人不在时，可以在这里写明原因结束。`,
          link: `${desk}?id=${o.declaration_id}`,
          except: o.asked_by,
        })
    }
    if (rows.length < BATCH) return
  }
}
