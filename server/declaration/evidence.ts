import type { Parsed } from '../../contract/endpoint.ts'
import {
  evidenceKinds,
  EVIDENCE_REMIND_DAYS,
  type EvidenceKind,
  type EvidenceRow,
  type evidence as endpoints,
} from '../../contract/declaration/process.ts'
import { companyOf, type Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import { addDays, dateOf } from '../kernel/clock.ts'
import { conflict, notFound, refused } from '../kernel/errors.ts'
import { attachFiles, detachFiles, fileOwner } from '../kernel/files/access.ts'
import { copyOf } from '../kernel/files/copy.ts'
import { recurring } from '../kernel/jobs/jobs.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { notify } from '../system/index.ts'
import { likeText } from '../kernel/db/like.ts'
import { pageOf } from '../kernel/lists/page-of.ts'

const OBJECT = 'company_evidence'
type Save = Parsed<typeof endpoints.save>['body']
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** The one filter for list, change and use: papers of the own company that are not deleted. */
const ofCompany = (k: Kernel, companyId: number) =>
  k.db.selectFrom('company_evidence').where('company_id', '=', companyId).where('deleted_at', 'is', null)

export async function listEvidence(
  k: Kernel,
  actor: Actor,
  q: Parsed<typeof endpoints.list>['query'],
): Promise<{ total: number; list: EvidenceRow[] }> {
  const today = dateOf(k.clock.now())
  let base = ofCompany(k, companyOf(actor))
  if (q.kind) base = base.where('kind', '=', q.kind)
  if (q.keyword) {
    const like = likeText(q.keyword)
    base = base.where((e) => e.or([e('name', 'like', like), e('number', 'like', like), e('file_name', 'like', like)]))
  }
  if (q.valid !== undefined)
    base = base.where((e) => (q.valid ? e.or([e('expires_on', 'is', null), e('expires_on', '>=', today)]) : e('expires_on', '<', today)))
  const { total, rows } = await pageOf(
    base,
    q,
    (page) => page.orderBy('updated_at', 'desc').orderBy('id', 'desc'),
    (page) => page.selectAll(),
  )
  return {
    total,
    list: rows.map((r) => ({
      id: r.id,
      name: r.name,
      kind: r.kind as EvidenceKind,
      kindName: evidenceKinds[r.kind as EvidenceKind],
      number: r.number,
      fileName: r.file_name,
      filePath: r.file_key,
      size: r.file_size,
      issuedOn: r.issued_on,
      expiresOn: r.expires_on,
      daysLeft: r.expires_on === null ? null : daysBetween(today, r.expires_on),
      note: r.note,
      version: r.version,
      updateTime: r.updated_at,
    })),
  }
}

/** Adds a paper, or a newer edition of one; the earlier file is detached. */
export async function saveEvidence(k: Kernel, call: Call, actor: Actor, input: Save): Promise<{ id: number; version: number }> {
  const companyId = companyOf(actor)
  return k.db.transaction().execute(async (db) => {
    const before =
      input.id === undefined
        ? null
        : await db
            .selectFrom('company_evidence')
            .select(['id', 'version', 'file_key'])
            .where('id', '=', input.id)
            .where('company_id', '=', companyId)
            .where('deleted_at', 'is', null)
            .forUpdate()
            .executeTakeFirst()
    if (before === undefined) throw notFound('材料不存在或已删除')
    if (before && before.version !== input.version) throw conflict()
    const file = await db.selectFrom('file').select(['name', 'size']).where('key', '=', input.filePath).executeTakeFirst()
    if (!file) throw notFound('文件不存在或已失效，请重新上传')
    const at = k.clock.now()
    const values = {
      name: input.name,
      kind: input.kind,
      number: input.number || null,
      file_key: input.filePath,
      file_name: file.name,
      file_size: file.size,
      issued_on: input.issuedOn ?? null,
      expires_on: input.expiresOn ?? null,
      note: input.note || null,
      updated_at: at,
    }
    const saved = before
      ? await db
          .updateTable('company_evidence')
          .set({ ...values, version: before.version + 1 })
          .where('id', '=', before.id)
          .returning(['id', 'version'])
          .executeTakeFirstOrThrow()
      : await db
          .insertInto('company_evidence')
          .values({ ...values, company_id: companyId, created_by: actor.userId, created_at: at })
          .returning(['id', 'version'])
          .executeTakeFirstOrThrow()
    await attachFiles(db, actor, [input.filePath], OBJECT, saved.id)
    if (before && before.file_key !== input.filePath) await detachFiles(db, [before.file_key], OBJECT, saved.id)
    await audit(db, call, {
      action: before ? 'evidence.update' : 'evidence.create',
      objectType: OBJECT,
      objectId: saved.id,
      detail: { name: input.name },
    })
    return saved
  })
}

export async function removeEvidence(k: Kernel, call: Call, actor: Actor, id: number): Promise<true> {
  const companyId = companyOf(actor)
  return k.db.transaction().execute(async (db) => {
    const gone = await db
      .deleteFrom('company_evidence')
      .where('id', '=', id)
      .where('company_id', '=', companyId)
      .where('deleted_at', 'is', null)
      .returning('file_key')
      .executeTakeFirst()
    if (!gone) throw notFound('材料不存在或已删除')
    await detachFiles(db, [gone.file_key], OBJECT, id)
    await audit(db, call, { action: 'evidence.remove', objectType: OBJECT, objectId: id, detail: {} })
    return true as const
  })
}

/** A declaration takes a copy, so that a newer edition in the vault does not change the submitted one. Expired papers are refused. */
export async function useEvidence(k: Kernel, actor: Actor, id: number): Promise<{ filePath: string; fileName: string }> {
  const row = await ofCompany(k, companyOf(actor)).select(['file_key', 'expires_on']).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('材料不存在或已删除')
  if (row.expires_on !== null && row.expires_on < dateOf(k.clock.now())) throw refused('该材料已过有效期，请先更新', 'EXPIRED')
  const copy = await copyOf(k, row.file_key, { ownerId: actor.userId, bizType: 'declaration', validUntil: row.expires_on })
  if (!copy) throw notFound('文件不存在或已失效')
  return { filePath: copy.filePath, fileName: copy.fileName }
}

/** Each morning: reminds once of papers that expire in thirty or seven days, and of expired ones. */
export async function remindOfExpiry(k: Kernel): Promise<void> {
  const today = dateOf(k.clock.now())
  const [furthest] = EVIDENCE_REMIND_DAYS
  for (let after = 0; ;) {
    const rows = await k.db
      .selectFrom('company_evidence')
      .select(['id', 'company_id', 'name', 'expires_on'])
      .where('id', '>', after)
      .where('deleted_at', 'is', null)
      .where('expires_on', '<=', addDays(today, furthest))
      .where('expires_on', '>=', addDays(today, -furthest))
      .orderBy('id')
      .limit(500)
      .execute()
    for (const row of rows) {
      after = row.id
      const left = daysBetween(today, row.expires_on!)
      const step = EVIDENCE_REMIND_DAYS.toReversed().find((days) => left <= days)!
      await notify(k.db, k, {
        to: { companyId: row.company_id },
        kind: 'deadline',
        title:
          left < 0
            ? `材料库中的“${row.name}”已过有效期`
            : left === 0
              ? `材料库中的“${row.name}”今天到期`
              : `材料库中的“${row.name}”还有 ${left} 天到期`,
        body: `有效期至 ${row.expires_on}，请及时更新。`,
        link: '/work/myProject?tab=vault',
        key: `evidence:${row.id}:${row.expires_on}:${step}`,
      })
    }
    if (rows.length < 500) return
  }
}

export function joinEvidence(k: Kernel): void {
  recurring(k, { name: 'evidence-expiry', title: '材料到期提醒', cron: '20 8 * * *' }, () => remindOfExpiry(k))
  fileOwner(k, OBJECT, async (actor, id) => {
    if (actor.companyId === null) return false
    return (await ofCompany(k, actor.companyId).select('id').where('id', '=', Number(id)).executeTakeFirst()) !== undefined
  })
}
