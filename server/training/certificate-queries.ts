import { sql } from 'kysely'
import type { Certificate, certificate, VerifiedCertificate } from '../../contract/training/certificate.ts'
import { certificatePage } from '../../contract/training/certificate.ts'
import { certificateStates } from '../../contract/training/states.ts'
import { shanghaiDay } from '../../contract/shanghai.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import { maskName, openPii } from '../kernel/access/pii.ts'
import type { Actor } from '../kernel/actor.ts'
import { dateOf } from '../kernel/clock.ts'
import type { Db } from '../kernel/db/index.ts'
import { notFound } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { pageOf } from '../kernel/lists/page-of.ts'
import { managed, managedBy } from './activity-queries.ts'

export const certificateGone = () => notFound('没有这张证书')
const { code: states, labels } = certificateStates

/** Certificates `t` with the number of the certificate that replaced them. */
export const certificates = (db: Db) =>
  db.selectFrom('train_certificate as t').leftJoin('train_certificate as n', 'n.id', 't.next_id').selectAll('t').select('n.number as next')
export type CertificateRow = Awaited<ReturnType<ReturnType<typeof certificates>['execute']>>[number]

export const verifyPath = (code: string): string => `${certificatePage}?c=${code}`

const printedOf = (k: Kernel, row: CertificateRow): VerifiedCertificate => {
  const state = row.revoked_at === null ? states.valid : row.next === null ? states.revoked : states.replaced
  return {
    number: row.number,
    contact: openPii(k, row.contact),
    companyName: row.company_name,
    title: row.title,
    type: row.type,
    host: row.host,
    startTime: row.start_at,
    endTime: row.end_at,
    place: row.place,
    hours: row.half_hours / 2,
    issueDate: shanghaiDay(Date.parse(row.issued_at)),
    state,
    stateName: labels[state],
    revokeDate: row.revoked_at === null ? null : shanghaiDay(Date.parse(row.revoked_at)),
    revokeReason: row.revoke_reason,
    replacedBy: row.next,
  }
}
export const shownOf = (k: Kernel, row: CertificateRow): Certificate => ({
  id: row.id,
  activityId: row.activity_id,
  ...printedOf(k, row),
  path: verifyPath(row.code),
})

/** For the page of the QR code: what was printed on the certificate; null for an unknown code. */
export async function verifyCertificate(k: Kernel, { c }: { c: string }): Promise<VerifiedCertificate | null> {
  const row = await certificates(k.db).where('t.code', '=', c.trim().toLowerCase()).executeTakeFirst()
  return row ? printedOf(k, row) : null
}

/** The certificates of the actor: a person's own, or those of the company's participants. */
const ofActor = (actor: Actor) =>
  actor.companyId === null
    ? sql<boolean>`(t.user_id = ${actor.userId} and t.company_id is null)`
    : sql<boolean>`t.company_id = ${actor.companyId}`

export async function listCertificates(k: Kernel, actor: Actor, q: Parsed<typeof certificate.list>['query']) {
  await managed(k.db, actor, q.id)
  const found = await pageOf(
    k.db.selectFrom('train_certificate as t').where('t.activity_id', '=', q.id),
    q,
    (all) => all.orderBy('t.id'),
    (page) => page.leftJoin('train_certificate as n', 'n.id', 't.next_id').selectAll('t').select('n.number as next'),
  )
  const list = found.rows.map((row) => shownOf(k, row))
  return { total: found.total, list: actor.viewer ? list.map((one) => ({ ...one, contact: maskName(one.contact) })) : list }
}

/** The actor's certificates, and the hours of the valid ones whose activities began this year. */
export async function listOwnCertificates(k: Kernel, actor: Actor, q: Parsed<typeof certificate.listMy>['query']) {
  const own = k.db.selectFrom('train_certificate as t').where(ofActor(actor))
  const found = await pageOf(
    own,
    q,
    (all) => all.orderBy('t.id', 'desc'),
    (page) => page.leftJoin('train_certificate as n', 'n.id', 't.next_id').selectAll('t').select('n.number as next'),
  )
  const year = Number(dateOf(k.clock.now()).slice(0, 4))
  const { halves } = await own
    .where('t.revoked_at', 'is', null)
    .where('t.start_at', '>=', `${year}-01-01T00:00:00+08:00`)
    .where('t.start_at', '<', `${year + 1}-01-01T00:00:00+08:00`)
    .select(sql<number>`coalesce(sum(t.half_hours), 0)::int`.as('halves'))
    .executeTakeFirstOrThrow()
  return { total: found.total, list: found.rows.map((row) => shownOf(k, row)), year, hours: halves / 2 }
}

/** A certificate for its owner and for those who manage the activity; throws for all others. */
export async function readableCertificate(k: Kernel, actor: Actor, id: number): Promise<CertificateRow> {
  const own = actor.type === 'YYF' ? sql<boolean>`false` : ofActor(actor)
  const row = await certificates(k.db)
    .where('t.id', '=', id)
    .where(
      sql<boolean>`(${own} or exists (select from train_activity a where a.id = t.activity_id and not a.deleted and ${managedBy(actor)}))`,
    )
    .executeTakeFirst()
  if (!row) throw certificateGone()
  return row
}
