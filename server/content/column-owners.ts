import { sql } from 'kysely'
import { staffHolding } from '../identity/index.ts'
import type { Db } from '../kernel/db/index.ts'
import { invalidField } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { endsWithStaff, offersHandOver } from '../kernel/offers/hand-overs.ts'
import { notify } from '../system/index.ts'

const MANAGE = 'news:manage'
const owned = (db: Db, userId: number) => db.selectFrom('news_column').where('owner_id', '=', userId).where('deleted', '=', false)

/** Who may be put in charge of a column, and the present owners, also those who no longer may. */
export async function columnOwners(k: Kernel): Promise<{ value: number; label: string }[]> {
  const able = await staffHolding(k.db, MANAGE)
  const rows = await k.db
    .selectFrom('sys_user as u')
    .leftJoin('office as o', 'o.id', 'u.office_id')
    .where((e) =>
      e.or([
        e('u.id', 'in', [0, ...able]),
        e.exists(
          e.selectFrom('news_column as c').whereRef('c.owner_id', '=', 'u.id').where('c.deleted', '=', false).select(sql.lit(1).as('one')),
        ),
      ]),
    )
    .select(['u.id', 'u.name', 'o.name as office'])
    .orderBy('o.sort')
    .orderBy('u.id')
    .execute()
  return rows.map(({ id, name, office }) => ({
    value: id,
    label: `${name}${!able.includes(id) ? '（不再管理资讯）' : office ? `（${office}）` : ''}`,
  }))
}

/** Throws at `ownerId` unless this person may be put in charge. */
export async function refuseWrongOwner(db: Db, id: number): Promise<void> {
  if (!(await staffHolding(db, MANAGE)).includes(id)) throw invalidField('ownerId', '请选择可以管理资讯的工作人员')
}

export const tellOwner = (k: Kernel, db: Db, userId: number, title: string) =>
  notify(db, k, { to: { userId }, kind: 'content', title, link: '/work/newsManage?tab=columns' })

/** Columns that a leaving person is in charge of go to a colleague, or have nobody in charge (ADR 0987). */
export function offerColumnHandOver(k: Kernel): void {
  offersHandOver(k, {
    kind: 'newsColumn',
    title: '负责的资讯栏目',
    otherwise: '成为没有负责人的栏目，照常提醒能管理资讯的人',
    waiting: async (db, userId) => (await owned(db, userId).select('id').orderBy('id').execute()).map(({ id }) => id),
    takers: async (db, userId) => (await staffHolding(db, MANAGE)).filter((id) => id !== userId),
    async give(db, _, ids, from, to) {
      await setOwner(db, from.id, to.id)
      await tellOwner(k, db, to.id, `${from.name}负责的 ${ids.length} 个资讯栏目转由您负责`)
    },
  })
  endsWithStaff(k, (db, userId) => setOwner(db, userId, null))
}

async function setOwner(db: Db, from: number, to: number | null): Promise<void> {
  // In the order in which a change of the tree locks them.
  await owned(db, from).select('id').orderBy('id').forUpdate().execute()
  await db
    .updateTable('news_column')
    .set((e) => ({ owner_id: to, version: e('version', '+', 1) }))
    .where('owner_id', '=', from)
    .where('deleted', '=', false)
    .execute()
}
