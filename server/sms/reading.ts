import type { Parsed } from '../../contract/endpoint.ts'
import type { smsSend, SmsSendDetail, SmsSendRow } from '../../contract/sms/sends.ts'
import { smsMessageCodes, smsSendCodes } from '../../contract/sms/states.ts'
import { usualNumber } from '../../contract/usual-number.ts'
import { sql } from 'kysely'
import { companiesSeen, isOpenToOthers, withCompanyOf } from '../company/index.ts'
import { maskName, maskPhone, openPii } from '../kernel/access/pii.ts'
import { reveal } from '../kernel/access/reveals.ts'
import { opensAll } from '../kernel/access/row-rules.ts'
import { signedIn, type Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { likeText } from '../kernel/db/like.ts'
import { notFound, refused } from '../kernel/errors.ts'
import { timeline } from '../kernel/flow-log.ts'
import { allowed, isOwnWork, readerOf, type Reader } from '../kernel/flow.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { dayRange } from '../kernel/lists/day-range.ts'
import { forReviewBy } from '../kernel/own-work.ts'
import { pageOf } from '../kernel/lists/page-of.ts'
import { afterQuietHours } from '../system/index.ts'
import { authorsOf } from './authors.ts'
import { chosenWords } from './chosen-words.ts'
import { audienceOf } from './dry-run.ts'
import { noSend } from './locking.ts'
import { countPersons } from './persons.ts'
import { sendFlow } from './send-flow.ts'
import { contentReader } from './texts.ts'

export type SendFilters = Omit<Parsed<typeof smsSend.list>['query'], 'page' | 'pageSize'>

const all = (db: Db) =>
  db.selectFrom('sms_send as s').innerJoin('sms_template as t', 't.id', 's.template_id').where('s.deleted', '=', false)
const columns = (rows: ReturnType<typeof all>) => rows.selectAll('s').select('t.name as template_name')
type SendRecord = Awaited<ReturnType<ReturnType<typeof columns>['executeTakeFirstOrThrow']>>

/** The filters of list, export and figures. */
export function askedSends(db: Db, actor: Actor, f: SendFilters) {
  let rows = all(db).where(dayRange('s.created_at', f.startTime, f.endTime))
  if (f.state !== undefined) rows = rows.where('s.state', '=', f.state)
  if (f.forReview === 1) rows = rows.where(forReviewBy(actor, sendFlow, 's'))
  if (f.keyword) {
    const like = likeText(f.keyword)
    rows = rows.where((e) => e.or([e('s.name', 'ilike', like), e('s.content', 'ilike', like)]))
  }
  return rows
}

const shownSend = (actor: Reader, r: SendRecord, authors: ReadonlyMap<number, string>): SmsSendRow => ({
  id: r.id,
  version: r.version,
  name: r.name,
  templateId: r.template_id,
  templateName: r.template_name,
  purpose: r.purpose,
  content: r.content,
  state: r.state,
  planTime: r.plan_at,
  totalNum: r.total_num,
  successNum: r.success_num,
  failNum: r.fail_num,
  unknownNum: r.unknown_num,
  skipNum: r.skip_num,
  authorName: authors.get(r.id) ?? r.created_by_name,
  reviewerName: r.reviewed_by_name,
  reviewOpinion: r.review_opinion,
  createTime: r.created_at,
  startTime: r.begun_at,
  endTime: r.ended_at,
  allowed: allowed(sendFlow, actor, r).filter((move) => move !== 'dryRun'),
  ownWork: r.state === smsSendCodes.code.review && actor.permissions.has('sms:review') && isOwnWork(sendFlow, actor, r),
})

export async function listSends(k: Kernel, actor: Actor, q: Parsed<typeof smsSend.list>['query']) {
  const { total, rows } = await pageOf(askedSends(k.db, actor, q), q, (p) => p.orderBy('s.id', 'desc'), columns)
  const authors = await authorsOf(k.db, rows)
  const reader = await readerOf(k.db, sendFlow, actor, rows)
  return { total, list: rows.map((row) => shownSend(reader, row, authors)) }
}

export const exportedSends = (db: Db, actor: Actor, f: SendFilters, limit: number) =>
  columns(askedSends(db, actor, f))
    .orderBy('s.id', 'desc')
    .limit(limit)
    .execute()

export async function findSend(k: Kernel, actor: Actor, id: number): Promise<SmsSendDetail> {
  const row = await columns(all(k.db).where('s.id', '=', id)).executeTakeFirst()
  if (!row) throw noSend()
  const { persons, ...audience } = audienceOf(k, row)
  const skipped = await k.db
    .selectFrom('sms_message')
    .where('send_id', '=', id)
    .where('state', '=', smsMessageCodes.code.skipped)
    .groupBy('reason')
    .orderBy('reason')
    .select((e) => ['reason', e.fn.countAll<number>().as('count')])
    .execute()
  const shown = persons.map((one) => ({
    phone: maskPhone(usualNumber(one.phone)),
    name: maskName(one.name),
    isMalformed: !/^1\d{10}$/.test(usualNumber(one.phone)),
  }))
  return {
    ...shownSend(await readerOf(k.db, sendFlow, actor, [row]), row, await authorsOf(k.db, [row])),
    values: row.values,
    audience: { ...audience, persons: shown },
    sheetNum: await countPersons(k.db, id),
    chosen: await chosenWords(k.db, audience, undefined, actor),
    dryRun: row.dry_run && { ...row.dry_run, longest: await longestFor(k.db, actor, row) },
    aborted: row.state === smsSendCodes.code.aborted ? await abortOf(k.db, row) : null,
    skipped: skipped.map(({ reason, count }) => ({ reason: reason ?? '', count })),
    waiting: row.state === smsSendCodes.code.running ? await waitingOf(k, id) : null,
  }
}

/** What a running send still has to hand over. A send that runs into the night, or is repeated then, goes on in the morning. */
async function waitingOf(k: Kernel, id: number): Promise<SmsSendDetail['waiting']> {
  const { count } = await k.db
    .selectFrom('sms_message')
    .where('send_id', '=', id)
    .where('state', '=', smsMessageCodes.code.queued)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const now = k.clock.now()
  const from = afterQuietHours(now)
  return { count, until: from > now ? from.toISOString() : null }
}

const OUT_OF_RANGE = '该企业不在您的范围内，正文不显示'
/** The longest texts of the dry run; that to a company outside the reader's rule is only counted. */
async function longestFor(db: Db, actor: Actor, { dry_run, content }: SendRecord) {
  const { longest } = dry_run!
  const ids = longest.flatMap(({ companyId }) => companyId ?? [])
  const seen = await companiesSeen(db, actor, ids)
  // Dry runs of before keep no company with a text.
  const isOpen = ({ companyId }: (typeof longest)[number]) =>
    companyId === undefined ? opensAll(actor, 'company') || !content.includes('{企业名称}') : companyId === null || seen.has(companyId)
  return longest.map((one) => (isOpen(one) ? one : { ...one, text: OUT_OF_RANGE }))
}

/** Who aborted a send, when and why, and what became of its messages. */
async function abortOf(db: Db, row: SendRecord): Promise<SmsSendDetail['aborted']> {
  const end = (await timeline(db, sendFlow, row.id)).findLast((one) => one.move === 'abort')
  return {
    byName: end?.actor_name ?? '',
    time: end?.at ?? row.ended_at ?? row.updated_at,
    reason: end?.reason ?? '',
    sentNum: row.success_num + row.fail_num + row.unknown_num,
    skipNum: row.skip_num,
  }
}

/**
 * The messages of a send with recipient and result. Numbers and typed names are masked. Those to companies outside the reader's 企业 rule
 * are left out; `hidden` tells how many companies these are, but not to a search for a name.
 */
export async function listMessages(k: Kernel, actor: Actor, q: Parsed<typeof smsSend.messages>['query']) {
  const send = await k.db.selectFrom('sms_send').select(['content', 'purpose', 'values', 'sign']).where('id', '=', q.id).executeTakeFirst()
  if (!send) throw noSend()
  const contentOf = contentReader(k, send)
  let rows = k.db.selectFrom('sms_message as m').leftJoin('company as c', 'c.id', 'm.company_id').where('m.send_id', '=', q.id)
  if (q.state !== undefined) rows = rows.where('m.state', '=', q.state)
  const isOpen = sql<boolean>`(m.company_id is null or ${withCompanyOf(actor, 'm.company_id')})`
  const hidden = q.keyword
    ? 0
    : (
        await rows
          .where((e) => e.not(isOpen))
          .select((e) => e.fn.count<number>('m.company_id').distinct().as('n'))
          .executeTakeFirstOrThrow()
      ).n
  rows = rows.where(isOpen)
  if (q.keyword) rows = rows.where('c.name', 'ilike', likeText(q.keyword))
  const { total, rows: list } = await pageOf(
    rows,
    q,
    (p) => p.orderBy('m.id'),
    (p) => p.selectAll('m').select('c.name as present_name'),
  )
  return {
    total,
    hidden: Number(hidden),
    list: list.map((m) => ({
      id: m.id,
      companyId: m.company_id,
      name: m.present_name ?? maskName(openPii(k, m.name_sealed)),
      phone: maskPhone(openPii(k, m.phone_sealed)),
      state: m.state,
      reason: m.reason,
      text: hideName(contentOf(m)),
      segments: m.segments,
      provider: m.provider,
      submitTime: m.submitted_at,
      settleTime: m.settled_at,
    })),
  }
}

/** The sent text, with the person's name masked. */
function hideName({ text, values }: ReturnType<ReturnType<typeof contentReader>>): string {
  const name = values.find(([key]) => key === 'contactName')?.[1]
  return name && name !== '联系人' ? text.replaceAll(name, maskName(name)) : text
}

/**
 * The full number. That of a company is a value of its archive: it is refused and noted in its ledger as in the register (G-05, G-06), and
 * a message keeps the number whose origin may have changed since, so that the contact's stands for either.
 */
export async function revealNumber(k: Kernel, call: Call, { id, reason }: { id: number; reason: string }) {
  const row = await k.db
    .selectFrom('sms_message as m')
    .leftJoin('company as c', 'c.id', 'm.company_id')
    .select(['m.phone_sealed', 'm.company_id', 'c.auth_status', 'c.person_origins'])
    .where('m.id', '=', id)
    .where(sql<boolean>`(m.company_id is null or ${withCompanyOf(signedIn(call.actor), 'm.company_id')})`)
    .executeTakeFirst()
  if (!row) throw notFound('该短信不存在或已被清理')
  const { company_id, auth_status, person_origins } = row
  const sealed = { sealed: row.phone_sealed }
  if (company_id === null || auth_status === null || person_origins === null)
    return reveal(k, call, { domain: 'smsSend', objectType: 'smsMessage', objectId: id, detail: { field: 'phone', reason } }, sealed)
  if (!isOpenToOthers('contactPhone', { auth_status, person_origins }))
    throw refused('该企业已撤回或拒绝授权，不能查看企业填报的信息', 'NO_CONSENT')
  const detail = { field: 'phone', reason, row: id }
  return reveal(k, call, { domain: 'company', objectType: 'company', objectId: company_id, detail }, sealed)
}
