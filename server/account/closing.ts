import { CLOSE_AFTER_DAYS } from '../../contract/account-data.ts'
import type { Actor } from '../kernel/actor.ts'
import { erasePersonal } from '../kernel/access/personal-data.ts'
import { audit, systemCall } from '../kernel/audit/audit.ts'
import { addDays, today } from '../kernel/clock.ts'
import { forbidden } from '../kernel/errors.ts'
import { removeFiles } from '../kernel/files/files.ts'
import { recurring } from '../kernel/jobs/jobs.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { offersTodo } from '../kernel/offers/todos.ts'
import { askRecentLogIn, endAccount, forget } from '../identity/index.ts'
import { notify } from '../system/index.ts'
import { MY_DATA } from './copy.ts'
import { closeElsewhere } from './my-data.ts'

/**
 * Requests the closing of the person's account in `CLOSE_AFTER_DAYS` days. A repeated request keeps the first due date. Returns the due
 * date.
 */
export async function closeAccount(k: Kernel, call: Call, actor: Actor): Promise<{ dueOn: string }> {
  const elsewhere = closeElsewhere(actor)
  if (elsewhere) throw forbidden(elsewhere)
  await askRecentLogIn(k, actor)
  return k.db.transaction().execute(async (db) => {
    const asked = await db
      .insertInto('account_closing')
      .values({ user_id: actor.userId, asked_at: k.clock.now(), due_on: addDays(today(k.clock), CLOSE_AFTER_DAYS) })
      .onConflict((c) => c.doNothing())
      .returning('due_on')
      .executeTakeFirst()
    if (!asked) {
      const { due_on } = await db
        .selectFrom('account_closing')
        .select('due_on')
        .where('user_id', '=', actor.userId)
        .executeTakeFirstOrThrow()
      return { dueOn: due_on }
    }
    await audit(db, call, { action: 'user.closing', objectType: 'user', objectId: actor.userId, detail: { dueOn: asked.due_on } })
    await notify(db, k, {
      to: { userId: actor.userId },
      kind: 'security',
      title: `已收到注销申请，账号将于 ${asked.due_on} 注销`,
      body: '在此之前登录并在“账号设置”中撤回，账号和数据不受影响。',
      link: '/work/account',
    })
    return { dueOn: asked.due_on }
  })
}

/** Withdraws the request to close the account. */
export const keepAccount = (k: Kernel, call: Call, actor: Actor): Promise<true> =>
  k.db.transaction().execute(async (db): Promise<true> => {
    const gone = await db.deleteFrom('account_closing').where('user_id', '=', actor.userId).returning('user_id').executeTakeFirst()
    if (gone) await audit(db, call, { action: 'user.keepOpen', objectType: 'user', objectId: actor.userId, detail: {} })
    return true
  })

/** Closes the accounts that are due: each in its own transaction, which also erases the person's data; the files are removed after it. */
export async function endDueAccounts(k: Kernel): Promise<void> {
  const due = await k.db
    .selectFrom('account_closing')
    .select('user_id')
    .where('due_on', '<=', today(k.clock))
    .orderBy('due_on')
    .limit(200)
    .execute()
  for (const { user_id } of due) {
    const keys = await k.db.transaction().execute(async (db) => {
      // The person withdrew the request after the list of due accounts was read.
      const still = await db.selectFrom('account_closing').select('user_id').where('user_id', '=', user_id).forUpdate().executeTakeFirst()
      if (!still) return []
      // Locked first: what the person begins in this moment waits, and finds the account closed.
      await db.selectFrom('sys_user').select('id').where('id', '=', user_id).forNoKeyUpdate().execute()
      const rows = await erasePersonal(db, user_id)
      await endAccount(db, user_id)
      await audit(db, systemCall('account.close'), { action: 'user.close', objectType: 'user', objectId: user_id, detail: { rows } })
      return db
        .selectFrom('file')
        .select('key')
        .where('owner_id', '=', user_id)
        .where((e) => e.or([e('object_type', 'is', null), e('object_type', 'in', [MY_DATA, 'export'])]))
        .execute()
    })
    forget(k, { users: [user_id] })
    await removeFiles(
      k,
      keys.map(({ key }) => key),
    )
  }
}

export const keepClosing = (k: Kernel): void =>
  recurring(k, { name: 'account.close', title: '注销到期的账号', cron: '20 * * * *' }, () => endDueAccounts(k))

/** Somebody whose account will be closed reads so at the next log-in, and where to withdraw it. */
export const offerClosingTodo = (k: Kernel): void =>
  offersTodo(k, {
    kind: 'account-closing',
    group: '账号',
    of: ({ type }) => (type === 'YYF' ? null : { label: '账号即将注销', mark: '注销', tone: 'back', action: '撤回', to: '/work/account' }),
    async find(_, actor) {
      const asked = await k.db
        .selectFrom('account_closing')
        .select(['asked_at', 'due_on'])
        .where('user_id', '=', actor.userId)
        .executeTakeFirst()
      if (!asked) return null
      const row = { id: actor.userId, title: `账号将于 ${asked.due_on} 注销`, about: null, deadline: asked.due_on, since: asked.asked_at }
      return { count: 1, first: { title: '账号即将注销', list: [{ ...row, to: '/work/account' }] } }
    },
  })
