import { systemCall } from '../kernel/audit/audit.ts'
import { dateOf } from '../kernel/clock.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { endsWithStaff, offersHandOver } from '../kernel/offers/hand-overs.ts'
import { handled, notify } from '../system/index.ts'
import { delegationLinks } from './delegation.ts'
import { tellPutBack } from './delegation-end.ts'
import { opinionLink, readingDesks } from './desks.ts'
import { opinionWait } from './opinion-wait.ts'
import { putBackWords, releaseAfter } from './release.ts'
import { holders } from './whose-turn.ts'

/**
 * Work of declarations that is assigned to a person: opinions asked of them, and reviews delegated to them. Steps wait for an office, so
 * its other members continue them. Delegations that the person gave, and declarations they took in hand, end with the account; what a
 * delegate has in hand only through such a delegation is put back.
 */
export function offerDeclarationHandOver(k: Kernel): void {
  const readers = async (db: Db, except: readonly number[]) =>
    (await holders(db, 'declaration:read', null).execute()).map((u) => u.id).filter((id) => !except.includes(id))
  offersHandOver(k, {
    kind: 'opinion',
    title: '待答复的征求意见',
    waiting: async (db, userId) =>
      (await db.selectFrom('declaration_opinion').select('id').where('user_id', '=', userId).where('state', '=', 'open').execute()).map(
        (row) => row.id,
      ),
    async takers(db, userId, ids) {
      // Nobody answers their own request, or one about a declaration that they submitted.
      const barred = await db
        .selectFrom('declaration_opinion as o')
        .innerJoin('declaration as d', 'd.id', 'o.declaration_id')
        .select(['o.asked_by', 'd.submitter_id'])
        .where('o.id', 'in', [...ids])
        .execute()
      return readers(db, [userId, ...barred.flatMap((row) => [row.asked_by, row.submitter_id ?? 0])])
    },
    async give(db, _, ids, from, to) {
      const rows = await db
        .updateTable('declaration_opinion')
        .set({ user_id: to.id })
        .where('id', 'in', [...ids])
        .where('state', '=', 'open')
        .returning(['id', 'declaration_id', 'question', 'due'])
        .execute()
      const desk = (await readingDesks(db, [to.id]))(to.id)
      for (const { id, declaration_id, question, due } of rows) {
        await handled(db, k, opinionWait(id))
        await notify(db, k, {
          to: { userId: to.id },
          kind: 'work',
          title: `征求${from.name}的意见转由您答复`,
          body: `${question}\n请于 ${due} 前答复。`,
          link: opinionLink(desk, declaration_id),
          waitsFor: opinionWait(id),
        })
      }
    },
  })
  offersHandOver(k, {
    kind: 'delegation',
    title: '代为审核的委托',
    waiting: async (db, userId) =>
      (
        await db
          .selectFrom('declaration_delegation')
          .select('id')
          .where('delegate_id', '=', userId)
          .where('revoked_at', 'is', null)
          .where('ends_at', '>', k.clock.now().toISOString())
          .execute()
      ).map((row) => row.id),
    async takers(db, userId, ids) {
      // Nobody can be their own delegate.
      const givers = await db
        .selectFrom('declaration_delegation')
        .select('user_id')
        .where('id', 'in', [...ids])
        .execute()
      return readers(db, [userId, ...givers.map((row) => row.user_id)])
    },
    async give(db, call, ids, from, to) {
      const rows = await db
        .selectFrom('declaration_delegation as g')
        .innerJoin('sys_user as u', 'u.id', 'g.user_id')
        .select(['g.user_id', 'u.name', 'g.ends_at'])
        .where('g.id', 'in', [...ids])
        .orderBy('g.id')
        .execute()
      await db
        .updateTable('declaration_delegation')
        .set({ delegate_id: to.id })
        .where('id', 'in', [...ids])
        .execute()
      const linkOf = await delegationLinks(db, [to.id, ...rows.map((row) => row.user_id)])
      for (const row of rows) {
        const until = `至 ${dateOf(new Date(row.ends_at))}。`
        const released = await releaseAfter(k, db, call, { user_id: row.user_id, delegate_id: from.id })
        await notify(db, k, {
          to: { userId: to.id },
          kind: 'work',
          title: `${row.name}的审核转由您代为办理`,
          body: `原受托人：${from.name}。期限${until}`,
          link: linkOf(to.id),
        })
        await notify(db, k, {
          to: { userId: row.user_id },
          kind: 'declaration',
          title: `您委托${from.name}的审核转由${to.name}代为办理`,
          body: `期限${until}可以随时撤销。${released > 0 ? putBackWords(from.name, released) : ''}`,
          link: linkOf(row.user_id),
        })
      }
    },
  })
  endsWithStaff(k, async (db, userId) => {
    const now = k.clock.now().toISOString()
    const ended = await db
      .updateTable('declaration_delegation')
      .set({ revoked_at: now, end_reason: '委托人的账号已停用' })
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .where('ends_at', '>', now)
      .returning(['user_id', 'delegate_id'])
      .execute()
    for (const one of ended) {
      const released = await releaseAfter(k, db, systemCall('user.disable'), one)
      if (released > 0) await tellPutBack(k, db, one.delegate_id, released)
    }
    await db.deleteFrom('declaration_holder').where('user_id', '=', userId).execute()
  })
}
