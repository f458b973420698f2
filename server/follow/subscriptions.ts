import type { z } from 'zod'
import { defaultFollowSetting, SEARCHES_MAX } from '../../contract/policy/follow-codes.ts'
import type { FollowSetting, SaveSearch, SavedSearch, SearchWish } from '../../contract/policy/follow.ts'
import { industryLabel, levelLabel, supportModeLabel } from '../../contract/policy/codes.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { invalidField, notFound, refused } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { policiesWished, type Wishes } from '../policy/index.ts'
import { withStanding } from './standing.ts'

/** Replaces all labels that the user subscribes to. */
export async function subscribeLabels(k: Kernel, actor: Actor, labelIds: readonly number[]): Promise<true> {
  const wanted = [...new Set(labelIds)]
  await k.db.transaction().execute(async (db) => {
    const known = wanted.length > 0 ? await db.selectFrom('policy_label').select('id').where('id', 'in', wanted).execute() : []
    if (known.length !== wanted.length) throw invalidField('labelIds', '所选标签不存在或已被删除')
    await db.deleteFrom('policy_label_subscription').where('user_id', '=', actor.userId).execute()
    if (wanted.length > 0)
      await db
        .insertInto('policy_label_subscription')
        .values(wanted.map((label_id) => ({ user_id: actor.userId, label_id })))
        .onConflict((c) => c.doNothing())
        .execute()
  })
  return true
}

export const subscribedLabels = async (db: Db, userId: number): Promise<number[]> =>
  (await db.selectFrom('policy_label_subscription').select('label_id').where('user_id', '=', userId).orderBy('label_id').execute()).map(
    (r) => r.label_id,
  )

const searchesOf = (db: Db, userId: number) =>
  db.selectFrom('policy_subscription').select(['id', 'name', 'wish', 'created_at']).where('user_id', '=', userId).orderBy('id').execute()

export const wishesOf = async (db: Db, userId: number): Promise<Wishes> => ({
  wishes: (await searchesOf(db, userId)).map(({ name, wish }) => ({ name, wish })),
  labelIds: await subscribedLabels(db, userId),
})

export async function settingOf(db: Db, userId: number): Promise<FollowSetting> {
  const row = await db.selectFrom('policy_follow_setting').selectAll().where('user_id', '=', userId).executeTakeFirst()
  return row ? { frequency: row.frequency, closingDays: row.closing_days, changes: row.changes } : defaultFollowSetting
}

/** The wish in words, for its owner: “数字化；县科技局；资金补助、贷款贴息”. */
export function wishInWords(wish: SearchWish, departments: ReadonlyMap<number, string>, labels: ReadonlyMap<number, string>): string {
  return [
    wish.q,
    wish.policyDepId?.map((id) => departments.get(id) ?? '已撤销的部门').join('、'),
    wish.supportMode?.map(supportModeLabel).join('、'),
    wish.level?.map(levelLabel).join('、'),
    wish.industry?.map(industryLabel).join('、'),
    wish.labelId?.map((id) => labels.get(id) ?? '已删除的标签').join('、'),
  ]
    .filter(Boolean)
    .join('；')
}

export async function mySubscription(
  k: Kernel,
  actor: Actor,
): Promise<{ labelIds: number[]; searches: SavedSearch[]; setting: FollowSetting }> {
  const rows = await searchesOf(k.db, actor.userId)
  const wanted = rows.flatMap((r) => r.wish.policyDepId ?? [])
  const named =
    wanted.length > 0 ? await k.db.selectFrom('policy_department').select(['id', 'name']).where('id', 'in', wanted).execute() : []
  const departments = new Map(named.map((d) => [d.id, d.name]))
  const marked = rows.flatMap((r) => r.wish.labelId ?? [])
  const labelled = marked.length > 0 ? await k.db.selectFrom('policy_label').select(['id', 'name']).where('id', 'in', marked).execute() : []
  const labels = new Map(labelled.map((l) => [l.id, l.name]))
  return {
    labelIds: await subscribedLabels(k.db, actor.userId),
    searches: rows.map((r) => ({
      id: r.id,
      name: r.name,
      wish: r.wish,
      words: wishInWords(r.wish, departments, labels),
      createTime: r.created_at,
    })),
    setting: await settingOf(k.db, actor.userId),
  }
}

export async function saveSearch(k: Kernel, actor: Actor, { id, name, wish }: z.output<typeof SaveSearch>): Promise<{ id: number }> {
  return k.db.transaction().execute(async (db) => {
    if (id !== undefined) {
      const changed = await db
        .updateTable('policy_subscription')
        .set({ name, wish: JSON.stringify(wish) })
        .where('id', '=', id)
        .where('user_id', '=', actor.userId)
        .returning('id')
        .executeTakeFirst()
      if (!changed) throw notFound('该订阅不存在或已取消')
      return changed
    }
    // Locks the user's row, so that two windows cannot exceed the limit together.
    await db.selectFrom('sys_user').select('id').where('id', '=', actor.userId).forUpdate().execute()
    const kept = await searchesOf(db, actor.userId)
    if (kept.length >= SEARCHES_MAX) throw refused(`最多保存 ${SEARCHES_MAX} 个订阅条件，请先取消不需要的`, 'LIMIT')
    return db
      .insertInto('policy_subscription')
      .values({ user_id: actor.userId, name, wish: JSON.stringify(wish), created_at: k.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
  })
}

export async function removeSearch(k: Kernel, actor: Actor, id: number): Promise<true> {
  const gone = await k.db
    .deleteFrom('policy_subscription')
    .where('id', '=', id)
    .where('user_id', '=', actor.userId)
    .returning('id')
    .executeTakeFirst()
  if (!gone) throw notFound('该订阅不存在或已取消')
  return true
}

export async function saveSetting(k: Kernel, actor: Actor, setting: FollowSetting): Promise<true> {
  const row = {
    frequency: setting.frequency,
    closing_days: [...new Set(setting.closingDays)].sort((a, b) => b - a),
    changes: setting.changes,
    updated_at: k.clock.now(),
  }
  await k.db
    .insertInto('policy_follow_setting')
    .values({ user_id: actor.userId, ...row })
    .onConflict((c) => c.column('user_id').doUpdateSet(row))
    .execute()
  return true
}

export async function subscribedPolicies(k: Kernel, actor: Actor, { page, pageSize }: { page: number; pageSize: number }) {
  const { total, list } = await policiesWished(k, await wishesOf(k.db, actor.userId), { offset: (page - 1) * pageSize, limit: pageSize })
  return {
    total,
    list: await withStanding(
      k,
      actor,
      list.map(({ item, found }) => ({ ...item, found })),
    ),
  }
}
