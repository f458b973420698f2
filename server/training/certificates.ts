import { randomBytes } from 'node:crypto'
import { ISSUE_MAX, type certificate } from '../../contract/training/certificate.ts'
import { UNIT_TYPE_HOST } from '../../contract/constants.ts'
import { activityFacts, enrolStates } from '../../contract/training/states.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import { sealPii } from '../kernel/access/pii.ts'
import { signedIn } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import { dateOf } from '../kernel/clock.ts'
import type { Db } from '../kernel/db/index.ts'
import { forbidden, refused } from '../kernel/errors.ts'
import { send } from '../kernel/jobs/outbox.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { severalOfYear } from '../kernel/numbering.ts'
import { takeFromVault } from '../declaration/index.ts'
import { notify } from '../system/index.ts'
import { lockActivity } from './activity-save.ts'
import { certificateGone } from './certificate-queries.ts'
import { VAULT } from './certificate-vault.ts'
import { publishes } from './flow.ts'

const PREFIX = 'PXZS'
const numbersOf = (k: Kernel, db: Db, count: number) => severalOfYear(db, PREFIX, Number(dateOf(k.clock.now()).slice(0, 4)), count)
const newCode = () => randomBytes(16).toString('hex')

/** Locks an activity that is over, for its publisher, so that attendance does not change meanwhile. */
async function lockHeld(k: Kernel, db: Db, call: Call, id: number) {
  const actor = signedIn(call.actor)
  const row = await lockActivity(k, db, actor, id)
  if (!publishes(actor, row)) throw forbidden()
  if (row.state !== activityFacts.code.passed || !row.over) throw refused('活动结束后才能发证书', 'STATE')
  return row
}

/** Issues certificates to all who attended and never had one. After a revocation only 换发 gives another one. */
export const issueCertificates = (k: Kernel, call: Call, { id, hours }: Parsed<typeof certificate.issue>['body']) =>
  k.db.transaction().execute(async (db) => {
    const row = await lockHeld(k, db, call, id)
    const without = db
      .selectFrom('train_enrol as e')
      .where('e.activity_id', '=', id)
      .where('e.state', '=', enrolStates.code.attended)
      .where((e) => e.not(e.exists(e.selectFrom('train_certificate as t').select('t.id').whereRef('t.enrol_id', '=', 'e.id'))))
    const people = await without
      .leftJoin('company as c', 'c.id', 'e.company_id')
      .select(['e.id', 'e.user_id', 'e.company_id', 'e.contact', 'c.name'])
      .orderBy('e.id')
      .limit(ISSUE_MAX)
      .execute()
    if (people.length === 0) throw refused(row.attend_num === 0 ? '没有人签到，不能发证书' : '签到的人都有证书了', 'NOBODY')
    const numbers = await numbersOf(k, db, people.length)
    const printed = {
      activity_id: id,
      title: row.title,
      type: row.type,
      host: row.units
        .filter(({ unitType }) => unitType === UNIT_TYPE_HOST)
        .map(({ unitName }) => unitName)
        .join('、'),
      start_at: row.start_at,
      end_at: row.end_at,
      place: row.online ? '线上' : row.place,
      half_hours: hours * 2,
      issued_at: k.clock.now(),
      issued_by: call.actor!.userId,
    }
    const made = await db
      .insertInto('train_certificate')
      .values(
        people.map((one, n) => ({
          ...printed,
          enrol_id: one.id,
          user_id: one.user_id,
          company_id: one.company_id,
          company_name: one.name,
          contact: one.contact,
          number: numbers[n]!,
          code: newCode(),
        })),
      )
      .returning(['id', 'company_id'])
      .execute()
    const ids = made.filter(({ company_id }) => company_id !== null).map((one) => one.id)
    if (ids.length > 0) await send(db, VAULT, `${VAULT}:${ids[0]}`, { ids })
    const userIds = [...new Set(people.flatMap(({ user_id }) => user_id ?? []))]
    if (userIds.length > 0)
      await notify(db, k, {
        to: { userIds },
        kind: 'training',
        title: `“${row.title}”的培训证书已经发出`,
        body: `学时 ${hours}。可以下载 PDF，也可以打印；扫证书上的二维码可以核验。`,
        link: '/work/myInvolved',
        key: `train:certificate:${made[0]!.id}`,
      })
    await audit(db, call, {
      action: 'trainCertificate.issue',
      objectType: 'trainActivity',
      objectId: id,
      detail: { count: people.length, from: numbers[0], until: numbers.at(-1) },
    })
    const { left } = await without.select((e) => e.fn.countAll<number>().as('left')).executeTakeFirstOrThrow()
    return { issued: people.length, left }
  })

/** Locks a certificate by locking its activity, for the publisher. */
async function lockCertificate(k: Kernel, db: Db, call: Call, id: number) {
  const at = await db.selectFrom('train_certificate').select('activity_id').where('id', '=', id).executeTakeFirst()
  if (!at) throw certificateGone()
  await lockHeld(k, db, call, at.activity_id).catch((error: unknown) => {
    // Users who may not see the activity are not told that the certificate exists.
    throw (error as { code?: string }).code === 'NOT_FOUND' ? certificateGone() : error
  })
  return db.selectFrom('train_certificate').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}
type Locked = Awaited<ReturnType<typeof lockCertificate>>

async function end(k: Kernel, db: Db, call: Call, row: Locked, reason: string): Promise<void> {
  await db
    .updateTable('train_certificate')
    .set({ revoked_at: k.clock.now(), revoked_by: call.actor!.userId, revoke_reason: reason })
    .where('id', '=', row.id)
    .execute()
  if (row.company_id !== null) await takeFromVault(db, row.company_id, row.number)
}
const tell = async (k: Kernel, db: Db, row: Locked, words: { title: string; body: string }) => {
  if (row.user_id !== null)
    await notify(db, k, {
      to: { userId: row.user_id },
      kind: 'training',
      ...words,
      link: '/work/myInvolved',
      key: `train:certificate:${row.id}:end`,
    })
}

/** Revokes a certificate. The page of the QR code then says so, with the reason, and the company's vault no longer contains it. */
export const revokeCertificate = (k: Kernel, call: Call, { id, reason }: Parsed<typeof certificate.revoke>['body']) =>
  k.db.transaction().execute(async (db) => {
    const row = await lockCertificate(k, db, call, id)
    if (row.revoked_at !== null) throw refused('这张证书已经失效', 'STATE')
    await end(k, db, call, row, reason)
    await tell(k, db, row, { title: `证书 ${row.number} 已撤销`, body: `原因：${reason}。` })
    await audit(db, call, {
      action: 'trainCertificate.revoke',
      objectType: 'trainCertificate',
      objectId: id,
      detail: { number: row.number, reason },
    })
    return true as const
  })

/** Replaces a certificate that was printed with errors by one with a new number; the page of the old one names the new one. */
export const reissueCertificate = (k: Kernel, call: Call, asked: Parsed<typeof certificate.reissue>['body']) =>
  k.db.transaction().execute(async (db) => {
    const row = await lockCertificate(k, db, call, asked.id)
    if (row.next_id !== null) throw refused('这张证书已经换发过', 'STATE')
    if (row.revoked_at === null) await end(k, db, call, row, asked.reason)
    const [number] = await numbersOf(k, db, 1)
    const { id: _, revoked_at: _at, revoked_by: _by, revoke_reason: _reason, next_id: _next, ...printed } = row
    const made = await db
      .insertInto('train_certificate')
      .values({
        ...printed,
        number: number!,
        code: newCode(),
        contact: sealPii(k, asked.contact),
        half_hours: asked.hours * 2,
        issued_at: k.clock.now(),
        issued_by: call.actor!.userId,
      })
      .returning(['id', 'number'])
      .executeTakeFirstOrThrow()
    await db.updateTable('train_certificate').set({ next_id: made.id }).where('id', '=', row.id).execute()
    if (row.company_id !== null) await send(db, VAULT, `${VAULT}:${made.id}`, { ids: [made.id] })
    await tell(k, db, row, { title: `证书 ${row.number} 已换发为 ${made.number}`, body: `原因：${asked.reason}。` })
    await audit(db, call, {
      action: 'trainCertificate.reissue',
      objectType: 'trainCertificate',
      objectId: row.id,
      detail: { number: row.number, next: made.number, reason: asked.reason },
    })
    return made
  })
