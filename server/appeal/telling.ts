import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { staffWhoSee } from '../identity/index.ts'
import { handled, notify } from '../system/index.ts'
import { seenBy } from './queries.ts'
import type { PermissionCode } from '../../contract/permissions.ts'

/** Notices of an appeal stay open until its next step: by staff under the first key, by the sender under the second. */
const stepWait = (id: number): string => `appeal:${id}`
const senderWait = (id: number): string => `appeal-sender:${id}`
const about = async (db: Db, id: number) =>
  db.selectFrom('appeal').select(['appeal_no', 'title', 'user_id', 'company_id', 'dealt_by']).where('id', '=', id).executeTakeFirstOrThrow()

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
  await notify(db, k, { to, kind: 'work', title: `${words}：${title}（${appeal_no}）`, body, link: `/work/adminAppeal?id=${id}` })
}

/** Reminds those who must act of a day, once per key. */
export const remindOfDay = (
  k: Kernel,
  db: Db,
  { id, userIds, title, key }: { id: number; userIds: readonly number[]; title: string; key: string },
): Promise<number> =>
  notify(db, k, { to: { userIds }, kind: 'deadline', title, link: `/work/adminAppeal?id=${id}`, key, waitsFor: stepWait(id) })

/** The service centre and the reviewers, who watch the deadlines. */
export const whoLooksAfter = async (db: Db, id: number): Promise<number[]> => [
  ...new Set([...(await whoMay(db, 'appeal:dispatch', id)), ...(await whoMay(db, 'appeal:examine', id))]),
]

/** Notifies the leaders (reviewers who are not at a desk) of appeals that are handled again or very late. */
export async function tellSecondLevel(k: Kernel, db: Db, id: number, why: string): Promise<void> {
  const desk = new Set(await whoMay(db, 'appeal:dispatch', id))
  const { title, appeal_no } = await about(db, id)
  await notify(db, k, {
    to: { userIds: (await whoMay(db, 'appeal:examine', id)).filter((userId) => !desk.has(userId)) },
    kind: 'work',
    title: `提级督办的诉求：${title}（${appeal_no}）`,
    body: why,
    link: `/work/adminAppeal?id=${id}`,
  })
}

/** The staff of the service centre who may see it. */
export const centreOf = (db: Db, id: number): Promise<number[]> => whoMay(db, 'appeal:dispatch', id)

/** An answer waits for a reviewer other than its author. */
export async function tellExaminers(k: Kernel, db: Db, id: number): Promise<void> {
  await stepDone(k, db, id)
  const { title, appeal_no, dealt_by } = await about(db, id)
  const people = (await whoMay(db, 'appeal:examine', id)).filter((userId) => userId !== dealt_by)
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
