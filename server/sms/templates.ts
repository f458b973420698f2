import { sql } from 'kysely'
import { passing } from '../../contract/passing.ts'
import type { z } from 'zod'
import type { Parsed } from '../../contract/endpoint.ts'
import { smsTemplateCodes } from '../../contract/sms/states.ts'
import type { SaveSmsTemp, smsTemp, SmsTempRow } from '../../contract/sms/temps.ts'
import { signedIn, type Actor } from '../kernel/actor.ts'
import { audit, systemCall } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { likeText } from '../kernel/db/like.ts'
import { conflict, invalidField, notFound, refused } from '../kernel/errors.ts'
import { note } from '../kernel/flow-log.ts'
import { allowed, isOwnWork, move, readerOf, type Reader } from '../kernel/flow.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { forReviewBy } from '../kernel/own-work.ts'
import { pageOf } from '../kernel/lists/page-of.ts'
import { loggedTemplate } from './logged.ts'
import { refuseForeignLinks } from './links.ts'
import { templateFlow } from './template-flow.ts'
import { handled, notify } from '../system/index.ts'

const { draft, waiting, enabled, stopped } = smsTemplateCodes.code
export const TEMPLATE = 'smsTemplate'
const gone = () => notFound('该模板不存在或已被删除')
export const waitsForTemplate = (id: number) => `smsTemplate:${id}`

const rows = (db: Db) => db.selectFrom('sms_template as t').where('t.deleted', '=', false)
const withUses = (q: ReturnType<typeof rows>) =>
  q
    .leftJoin('sms_template as o', 'o.id', 't.replaces_id')
    .selectAll('t')
    .select(['o.name as old_name', 'o.purpose as old_purpose', 'o.content as old_content'])
    .select((e) =>
      e
        .selectFrom('sms_send as s')
        .whereRef('s.template_id', '=', 't.id')
        .where('s.deleted', '=', false)
        .select((s) => s.fn.countAll<number>().as('n'))
        .as('use_num'),
    )
type TemplateRecord = Awaited<ReturnType<ReturnType<typeof withUses>['executeTakeFirstOrThrow']>>

const shown = (actor: Reader, r: TemplateRecord): SmsTempRow => ({
  id: r.id,
  version: r.version,
  name: r.name,
  purpose: r.purpose,
  content: r.content,
  state: r.state,
  enableFlag: r.state === enabled ? 1 : 0,
  aliyunCode: r.aliyun_code,
  tencentCode: r.tencent_code,
  authorName: r.created_by_name,
  reviewerName: r.reviewed_by_name,
  reviewOpinion: r.review_opinion,
  replacesId: r.replaces_id,
  replaces:
    r.old_name === null || r.old_purpose === null || r.old_content === null
      ? null
      : { name: r.old_name, purpose: r.old_purpose, content: r.old_content },
  useNum: r.use_num ?? 0,
  updateTime: r.updated_at,
  allowed: allowed(templateFlow, actor, r),
  ownWork: r.state === waiting && actor.permissions.has('sms:review') && isOwnWork(templateFlow, actor, r),
})

export async function listTemplates(k: Kernel, actor: Actor, q: Parsed<typeof smsTemp.list>['query']) {
  let asked = rows(k.db)
  if (q.state !== undefined) asked = asked.where('t.state', '=', q.state)
  if (q.forReview === 1) asked = asked.where(forReviewBy(actor, templateFlow, 't'))
  if (q.purpose) asked = asked.where('t.purpose', '=', q.purpose)
  if (q.keyword) {
    const like = likeText(q.keyword)
    asked = asked.where((e) => e.or([e('t.name', 'ilike', like), e('t.content', 'ilike', like)]))
  }
  const { total, rows: list } = await pageOf(asked, q, (p) => p.orderBy('t.id', 'desc'), withUses)
  const reader = await readerOf(k.db, templateFlow, actor, list)
  return { total, list: list.map((row) => shown(reader, row)) }
}

export async function findTemplate(k: Kernel, actor: Actor, id: number): Promise<SmsTempRow> {
  const row = await withUses(rows(k.db).where('t.id', '=', id)).executeTakeFirst()
  if (!row) throw gone()
  return shown(await readerOf(k.db, templateFlow, actor, [row]), row)
}

/** The text of a template in any state, with its codes at the providers. */
export async function findTemplateText(k: Kernel, id: number) {
  const row = await rows(k.db)
    .where('t.id', '=', id)
    .select(['t.name', 't.content', 't.purpose', 't.aliyun_code', 't.tencent_code'])
    .executeTakeFirst()
  if (!row) throw gone()
  return row
}

export const templateOptions = (k: Kernel) =>
  rows(k.db)
    .where('t.state', '=', enabled)
    .select(['t.id', 't.name', 't.purpose', 't.content'])
    .orderBy('t.id', 'desc')
    .limit(500)
    .execute()

async function lock(db: Db, id: number) {
  const row = await db
    .selectFrom('sms_template as t')
    .selectAll('t')
    .where('t.id', '=', id)
    .where('t.deleted', '=', false)
    .forUpdate('t')
    .executeTakeFirst()
  if (!row) throw gone()
  return row
}
const standing = async (db: Db, id: number) =>
  db.selectFrom('sms_template').select(['id', 'state', 'version']).where('id', '=', id).executeTakeFirstOrThrow()

/** Refuses the name of another template; a template and the change that waits to replace it share theirs. Saves of one name run in turn. */
async function refuseUsedName(db: Db, name: string, own: { id: number; replaces_id: number | null } | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sms_template:${name}`}, 0))`.execute(db)
  const twins = await rows(db).where('t.name', '=', name).where('t.replaced', '=', false).select(['t.id', 't.replaces_id']).execute()
  if (twins.some((twin) => own === null || (![own.id, own.replaces_id].includes(twin.id) && twin.replaces_id !== own.id)))
    throw invalidField('name', '已有同名的短信模板')
}

/** Adds or changes a template. A template in use stays in use; its change is a new row that waits for approval. */
export function saveTemplate(k: Kernel, call: Call, asked: z.output<typeof SaveSmsTemp>) {
  const actor = signedIn(call.actor)
  refuseForeignLinks(k, 'content', asked.content)
  const written = {
    name: asked.name,
    purpose: asked.purpose,
    content: asked.content,
    aliyun_code: asked.aliyunCode,
    tencent_code: asked.tencentCode,
  }
  return k.db.transaction().execute(async (db) => {
    const before = asked.id === undefined ? null : await lock(db, asked.id)
    if (before && (asked.version ?? before.version) !== before.version) throw conflict()
    await refuseUsedName(db, asked.name, before)
    let id = before?.id ?? 0
    if (before === null || before.state === enabled || before.state === stopped) {
      if (before?.replaced) throw refused('该模板已由新的版本代替，请修改新的版本', 'STATE')
      const made = await db
        .insertInto('sms_template')
        .values({ ...written, replaces_id: before?.id ?? null, created_by: actor.userId, created_by_name: actor.name })
        .onConflict((c) => c.doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!made) throw refused('该模板已有一个修改在等待，请先处理它', 'STATE')
      id = made.id
      await note(db, call, templateFlow, { id, version: 1, from: null, move: 'create', to: draft })
      // The change of a template in use is a new row: it was what it replaces.
      const detail = { ...(before ? { before: loggedTemplate(before) } : {}), after: loggedTemplate(written) }
      await audit(db, call, { action: 'smsTemplate.create', objectType: TEMPLATE, objectId: id, detail })
    } else {
      const set = { ...written, created_by: actor.userId, created_by_name: actor.name }
      await move(db, call, templateFlow, before, {
        move: 'change',
        version: before.version,
        set,
        detail: { before: loggedTemplate(before), after: loggedTemplate(written) },
      })
    }
    if (asked.submit) {
      const row = await lock(db, id)
      await move(db, call, templateFlow, row, { move: 'submit', version: row.version, set: { review_opinion: null } })
      await notify(db, k, {
        to: { permission: 'sms:review' },
        kind: 'work',
        title: `短信模板“${asked.name}”待审核`,
        link: '/work/smsTemp?state=1',
        waitsFor: waitsForTemplate(id),
        except: actor.userId,
      })
    } else await handled(db, k, waitsForTemplate(id))
    return standing(db, id)
  })
}

export const removeTemplate = (k: Kernel, call: Call, { id, version }: { id: number; version: number }): Promise<true> =>
  k.db.transaction().execute(async (db) => {
    await move(db, call, templateFlow, await lock(db, id), { move: 'delete', version })
    return true as const
  })

/** Approves or refuses a template; when a change is approved, the template that it replaces goes out of use. */
export const reviewTemplate = (k: Kernel, call: Call, asked: Parsed<typeof smsTemp.review>['body']) =>
  k.db.transaction().execute(async (db) => {
    const actor = signedIn(call.actor)
    const row = await lock(db, asked.id)
    const verdict = { reviewed_by: actor.userId, reviewed_by_name: actor.name, review_opinion: asked.reviewOpinion || null }
    await move(db, call, templateFlow, row, {
      move: asked.reviewState === passing.code.pass ? 'approve' : 'refuse',
      version: asked.version,
      reason: asked.reviewOpinion,
      set: verdict,
      detail: { name: row.name },
    })
    if (asked.reviewState === passing.code.pass && row.replaces_id !== null) {
      const old = await lock(db, row.replaces_id)
      if (old.state === enabled || old.state === stopped)
        await move(db, systemCall('sms'), templateFlow, old, {
          move: 'replace',
          version: old.version,
          set: { replaced: true },
          bySystem: true,
        })
    }
    await handled(db, k, waitsForTemplate(row.id))
    if (row.created_by !== null)
      await notify(db, k, {
        to: { userId: row.created_by },
        kind: asked.reviewState === passing.code.pass ? 'system' : 'work',
        title: `短信模板“${row.name}”${asked.reviewState === passing.code.pass ? '已启用' : '审核未通过'}`,
        body: asked.reviewOpinion,
        link: '/work/smsTemp',
      })
    return standing(db, row.id)
  })

export const enableTemplate = (k: Kernel, call: Call, { id, version, enableFlag }: Parsed<typeof smsTemp.enable>['body']) =>
  k.db.transaction().execute(async (db) => {
    await move(db, call, templateFlow, await lock(db, id), { move: enableFlag === 1 ? 'enable' : 'retire', version })
    return standing(db, id)
  })

/** A template that a send may use, with its codes at the providers; null when it is not enabled. */
export async function usableTemplate(db: Db, id: number) {
  const row = await rows(db).where('t.id', '=', id).selectAll('t').executeTakeFirst()
  return row && row.state === enabled ? row : null
}
