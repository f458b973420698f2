import type { PassConsult } from '../../../contract/policy/consult.ts'
import type { z } from 'zod'
import { signedIn, type Actor } from '../../kernel/actor.ts'
import { lockColleagues } from '../../kernel/access/colleagues.ts'
import type { Db } from '../../kernel/db/index.ts'
import { invalidField, notFound } from '../../kernel/errors.ts'
import { move } from '../../kernel/flow.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { staffWhoSee } from '../../identity/index.ts'
import { handled, notify } from '../../system/index.ts'
import { consultFlow } from './consult-flow.ts'
import { lockConsult, seesConsult } from './consult-queries.ts'

/** Users who may answer and see the question, except the actor. */
const answerers = async (db: Db, actor: Actor, id: number): Promise<number[]> =>
  (await staffWhoSee(db, { permission: 'consult:answer', resource: 'consult' }, (reader) => seesConsult(db, reader, id))).filter(
    (userId) => userId !== actor.userId,
  )

export async function consultColleagues(k: Kernel, actor: Actor, id: number) {
  if (!(await seesConsult(k.db, actor, id))) throw notFound('该咨询不存在')
  const ids = await answerers(k.db, actor, id)
  if (ids.length === 0) return []
  return k.db
    .selectFrom('sys_user as u')
    .leftJoin('office as o', 'o.id', 'u.office_id')
    .where('u.id', 'in', ids)
    .select(['u.id', 'u.name', 'o.name as officeName'])
    .orderBy('o.sort')
    .orderBy('u.id')
    .execute()
}

/**
 * Assigns a question to a colleague: it then waits only for that colleague, and the others' notices are closed. Anybody with the right may
 * still answer it.
 */
export async function passConsultOn(k: Kernel, call: Call, { id, userId, note }: z.output<typeof PassConsult>): Promise<true> {
  const actor = signedIn(call.actor)
  await k.db.transaction().execute(async (db) => {
    await lockColleagues(db, [userId])
    const row = await lockConsult(db, actor, id)
    if (!row) throw notFound('该咨询不存在')
    if (!(await answerers(db, actor, id)).includes(userId)) throw invalidField('userId', '请选择能答复这件咨询的同事')
    const { name } = await db.selectFrom('sys_user').select('name').where('id', '=', userId).executeTakeFirstOrThrow()
    await move(db, call, consultFlow, row, {
      move: 'passOn',
      version: row.version,
      set: { passed_to: userId, passed_to_name: name, passed_by: actor.userId, passed_by_name: actor.name, pass_note: note || null },
      detail: { policyId: row.policy_id, to: userId },
    })
    await handled(db, k, `consult:${id}`)
    const { title } = await db.selectFrom('policy').select('title').where('id', '=', row.policy_id).executeTakeFirstOrThrow()
    await notify(db, k, {
      to: { userId },
      kind: 'work',
      title: `${actor.name}转给您一件政策咨询：${title}`,
      ...(note ? { body: note } : {}),
      link: `/work/policyconsult?replyState=0&id=${id}`,
      waitsFor: `consult:${id}`,
    })
  })
  return true
}
