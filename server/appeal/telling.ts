import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { staffWhoSee } from '../identity/index.ts'
import { handled, notify } from '../system/index.ts'
import { handsOf, seenBy } from './queries.ts'
import type { PermissionCode } from '../../contract/permissions.ts'

/** Notices of an appeal stay open until its next step: by staff under the first key, by the sender under the second. */
const stepWait = (id: number): string => `appeal:${id}`
const senderWait = (id: number): string => `appeal-sender:${id}`
const about = async (db: Db, id: number) =>
  db.selectFrom('appeal').select(['appeal_no', 'title', 'user_id', 'company_id']).where('id', '=', id).executeTakeFirstOrThrow()

/** Settles the open notices of the last step. */
export const stepDone = (k: Kernel, db: Db, id: number): Promise<void> => handled(db, k, stepWait(id), senderWait(id))

async function tellStaff(k: Kernel, db: Db, id: number, userIds: readonly number[], title: string, body?: string): Promise<void> {
  await notify(db, k, {
    to: { userIds: [...userIds] },
    kind: 'work',
    title,
    ...(body ? { body } : {}),
    link: `/work/adminAppeal?id=${id}`,
    waitsFor: stepWait(id),
  })
}
const whoMay = (db: Db, permission: PermissionCode, id: number) =>
  staffWhoSee(db, { permission, resource: 'appeal' }, async (reader) =>
    Boolean(
      await seenBy(db, { ...reader, permissions: new Set([permission, 'appeal:read']) })
        .where('a.id', '=', id)
        .select('a.id')
        .executeTakeFirst(),
    ),
  )

/** A new or a returned appeal waits for the service centre. */
export async function tellCentre(k: Kernel, db: Db, id: number, words = '新的企业诉求'): Promise<void> {
  await stepDone(k, db, id)
  const { title, appeal_no } = await about(db, id)
  await tellStaff(k, db, id, await whoMay(db, 'appeal:dispatch', id), `${words}：${title}（${appeal_no}）`)
}

/** Users who may handle appeals in these offices. */
export const peopleOf = async (db: Db, offices: readonly number[]): Promise<number[]> => {
  const people = await db
    .selectFrom('sys_user as u')
    .where('u.office_id', 'in', [...offices])
    .where('u.enabled', '=', true)
    .where((e) =>
      e.exists(
        e
          .selectFrom('user_role as ur')
          .innerJoin('role_permission as rp', 'rp.role_id', 'ur.role_id')
          .whereRef('ur.user_id', '=', 'u.id')
          .where('rp.permission', 'in', ['appeal:deal', 'appeal:dispatch'])
          .select('ur.user_id'),
      ),
    )
    .select('u.id')
    .execute()
  return people.map((person) => person.id)
}

/** Settles the open notices and asks the users of these offices who may handle the appeal to act. */
export async function tellOffices(k: Kernel, db: Db, id: number, offices: readonly number[], words: string, body?: string): Promise<void> {
  await stepDone(k, db, id)
  const { title, appeal_no } = await about(db, id)
  await tellStaff(k, db, id, await peopleOf(db, offices), `${words}：${title}（${appeal_no}）`, body)
}

/** Informs offices without asking them to act; open notices stay open. */
export async function informOffices(k: Kernel, db: Db, id: number, offices: readonly number[], words: string, body = ''): Promise<void> {
  const { title, appeal_no } = await about(db, id)
  const to = { userIds: await peopleOf(db, offices) }
  await notify(db, k, { to, kind: 'appeal', title: `${words}：${title}（${appeal_no}）`, body, link: `/work/adminAppeal?id=${id}` })
}

/**
 * For each of these appeals the staff who hold one of the permissions and see it. Who sees all of them is looked up once, and for
 * everybody else all appeals at once.
 */
export async function whoMayEach(
  db: Db,
  permissions: readonly PermissionCode[],
  ids: readonly number[],
): Promise<(id: number) => number[]> {
  const [all, some] = [new Set<number>(), new Map<number, Set<number>>()]
  for (const permission of permissions) {
    const narrow: Actor[] = []
    for (const userId of await staffWhoSee(db, { permission, resource: 'appeal' }, async (reader) => {
      narrow.push({ ...reader, permissions: new Set([permission, 'appeal:read']) })
      return false
    }))
      all.add(userId)
    for (const reader of narrow) {
      const rows = await seenBy(db, reader)
        .where('a.id', '=', (e) => e.fn.any(e.val([...ids])))
        .select('a.id')
        .execute()
      for (const { id } of rows) some.set(id, (some.get(id) ?? new Set()).add(reader.userId))
    }
  }
  return (id) => [...new Set([...all, ...(some.get(id) ?? [])])]
}
/** Reminders wait for the next step of their appeal. */
export const waitsForStep = stepWait

/** Reviewers who are not at a desk. */
export async function leadersOf(db: Db, ids: readonly number[]): Promise<(id: number) => number[]> {
  const [desk, reviewers] = [await whoMayEach(db, ['appeal:dispatch'], ids), await whoMayEach(db, ['appeal:examine'], ids)]
  return (id) => {
    const atDesk = new Set(desk(id))
    return reviewers(id).filter((userId) => !atDesk.has(userId))
  }
}

/** Notifies the leaders of an appeal that is handled again. */
export async function tellSecondLevel(k: Kernel, db: Db, id: number, why: string): Promise<void> {
  const { title, appeal_no } = await about(db, id)
  await notify(db, k, {
    to: { userIds: (await leadersOf(db, [id]))(id) },
    kind: 'work',
    title: `提级督办的诉求：${title}（${appeal_no}）`,
    body: why,
    link: `/work/adminAppeal?id=${id}`,
  })
}

/** An answer waits for a reviewer who had no hand in it. */
export async function tellExaminers(k: Kernel, db: Db, id: number): Promise<void> {
  await stepDone(k, db, id)
  const { title, appeal_no } = await about(db, id)
  const { hands } = await db.selectFrom('appeal as a').where('a.id', '=', id).select(handsOf.as('hands')).executeTakeFirstOrThrow()
  const people = (await whoMay(db, 'appeal:examine', id)).filter((userId) => !hands.includes(userId))
  await tellStaff(k, db, id, people, `待审核的诉求答复：${title}（${appeal_no}）`)
}

interface Word {
  words: string
  body?: string
  link?: string
  waitsFor?: string
}
async function say(k: Kernel, db: Db, id: number, { words, body = '', link = `/work/myAppeal?id=${id}`, ...more }: Word): Promise<void> {
  const { title, user_id, company_id } = await about(db, id)
  const to = company_id === null ? { userId: user_id } : { companyId: company_id }
  await notify(db, k, { to, kind: 'appeal', title: `您的诉求“${title}”${words}`, body, link, ...more })
}
/** The sender is notified of every step; `waits` when the sender must act. */
export const tellSender = (k: Kernel, db: Db, id: number, words: string, body = '', waits = false): Promise<void> =>
  say(k, db, id, { words, body, ...(waits ? { waitsFor: senderWait(id) } : {}) })
/** The appeal no longer exists, so the notice links to the list. */
export const tellOfDeletion = (k: Kernel, db: Db, id: number, reason: string): Promise<void> =>
  say(k, db, id, { words: '已作为无效内容删除', body: reason, link: '/work/myAppeal' })
