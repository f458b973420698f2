import { CONSULT_WAITING } from '../../../contract/policy/codes.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { offersHandOver } from '../../kernel/offers/hand-overs.ts'
import { staffWhoSee } from '../../identity/index.ts'
import { handled, notify } from '../../system/index.ts'
import { seesConsult } from './consult-queries.ts'

/** Consultations that are assigned to a leaving person go to a colleague who may answer and see all of them. */
export const offerConsultHandOver = (k: Kernel): void =>
  offersHandOver(k, {
    kind: 'consult',
    title: '转交给本人的政策咨询',
    waiting: async (db, userId) =>
      (
        await db.selectFrom('policy_consult').select('id').where('passed_to', '=', userId).where('state', '=', CONSULT_WAITING).execute()
      ).map((row) => row.id),
    async takers(db, userId, ids) {
      const may = await staffWhoSee(db, { permission: 'consult:answer', resource: 'consult' }, async (reader) => {
        for (const id of ids) if (!(await seesConsult(db, reader, id))) return false
        return true
      })
      return may.filter((id) => id !== userId)
    },
    async give(db, call, ids, from, to) {
      await db
        .updateTable('policy_consult')
        .set((e) => ({
          passed_to: to.id,
          passed_to_name: to.name,
          passed_by: call.actor!.userId,
          passed_by_name: call.actor!.name,
          pass_note: `${from.name}交接`,
          version: e('version', '+', 1),
        }))
        .where('id', 'in', [...ids])
        .execute()
      for (const id of ids) {
        await handled(db, k, `consult:${id}`)
        await notify(db, k, {
          to: { userId: to.id },
          kind: 'work',
          title: `${from.name}的一件政策咨询转由您答复`,
          link: `/work/policyconsult?replyState=0&id=${id}`,
          waitsFor: `consult:${id}`,
        })
      }
    },
  })
