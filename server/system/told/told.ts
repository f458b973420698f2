import { sql, type RawBuilder } from 'kysely'
import { noticeKinds, type NoticeKind } from '../../../contract/notice-kinds.ts'
import type { UserType } from '../../../contract/endpoint.ts'
import type { PermissionCode } from '../../../contract/permissions.ts'
import { rowResource } from '../../../contract/row-rules.ts'
import { TOLD_MOST, toldKinds, type ToldKind, type ToldRow } from '../../../contract/told.ts'
import { maskName } from '../../kernel/access/pii.ts'
import { rowSource } from '../../kernel/access/row-sources.ts'
import type { Actor } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit/audit.ts'
import { forbidden, notFound } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { companyNamesOf } from '../../identity/index.ts'
import { LEFT_OUT, smsAvailable } from '../sms.ts'
import { companySources, type ToldFound } from './sources.ts'

/** Where notices about one record lead; the record of a notice is known by its address. */
const addresses: Readonly<Record<'policy' | 'declaration', readonly string[]>> = {
  policy: ['/page/policyserverdetail', '/page/policyserver/compare', '/work/policycheckmanage', '/work/policyserveradmin'],
  declaration: [
    '/page/policyserverdectail',
    '/page/policyserverdeclare',
    '/work/checkmanage',
    '/work/govcheckmanage',
    '/work/declaremanage',
  ],
}
/** Delivered rows of the outbox are deleted after thirty days. */
const KEPT_MS = 30 * 86_400_000
const userRights: readonly PermissionCode[] = ['user:manage']

/**
 * Who was told what about a record. The reader must see the record by the same rules as in its list. The texts of notices are shown for a
 * policy or a declaration only: those of a company or a person are about records that the reader may not see.
 */
export async function toldAbout(k: Kernel, call: Call, actor: Actor, { kind, id }: { kind: ToldKind; id: number }): Promise<ToldFound> {
  const needs = kind === 'user' ? userRights : rowResource(kind).needs
  if (!needs.some((code) => actor.permissions.has(code))) throw forbidden()
  const isThere =
    kind === 'user'
      ? (await k.db.selectFrom('sys_user').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
      : (await rowSource(k, kind).count(actor, id)) > 0
  if (!isThere) throw notFound(`${toldKinds[kind]}不存在`)
  const found = [await noticesAbout(k, kind, id)]
  if (kind === 'company') for (const source of companySources(k)) found.push(await source(id, TOLD_MOST))
  await audit(k.db, call, { action: 'told.read', objectType: kind, objectId: id })
  const rows = found.flatMap((one) => one.rows).toSorted((a, b) => Date.parse(b.time) - Date.parse(a.time))
  return { rows: rows.slice(0, TOLD_MOST), total: found.reduce((sum, { total }) => sum + total, 0) }
}

async function isAbout(k: Kernel, kind: ToldKind, id: number): Promise<RawBuilder<boolean>> {
  if (kind === 'user') return sql<boolean>`n.user_id = ${id}`
  if (kind === 'company') return sql<boolean>`u.company_id = ${id}`
  const names = [String(id)]
  // Some notices name a policy by its code, as people do.
  if (kind === 'policy') {
    const policy = await k.db.selectFrom('policy').select('code').where('id', '=', id).executeTakeFirst()
    if (policy) names.push(policy.code)
  }
  const links = addresses[kind].flatMap((address) => names.map((name) => `${address}?id=${name}`))
  // Both conditions are those of the index notice_link: without the second one PostgreSQL does not use a partial index.
  return sql<boolean>`split_part(n.link, '&', 1) = any(${links}) and n.link like '%?id=%'`
}

interface Found {
  id: number
  kind: NoticeKind
  title: string
  created_at: string
  read_at: string | null
  name: string
  type: UserType
  company_id: number | null
  office: string | null
  chosen: boolean
  has_mobile: boolean
  sms_state: string | null
  sms_error: string | null
  total: number
}

async function noticesAbout(k: Kernel, kind: ToldKind, id: number): Promise<ToldFound> {
  const about = await isAbout(k, kind, id)
  const { rows } = await sql<Found>`select n.id, n.kind, n.title, n.created_at, n.read_at, u.name, u.type, u.company_id, o.name as office,
      coalesce(n.kind = any(s.sms_kinds), false) as chosen, u.mobile is not null as has_mobile,
      b.state as sms_state, b.last_error as sms_error, n.total
    from (select n.*, (count(*) over ())::int as total from notice n join sys_user u on u.id = n.user_id
      where ${about} order by n.id desc limit ${TOLD_MOST}) n
    join sys_user u on u.id = n.user_id left join office o on o.id = u.office_id
    left join notice_setting s on s.user_id = n.user_id left join outbox b on b.key = 'sms:notice:' || n.id
    order by n.id desc`.execute(k.db)
  const companies = await companyNames(k, rows)
  const hasText = kind === 'policy' || kind === 'declaration'
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map((row): ToldRow => ({
      key: `notice:${row.id}`,
      time: row.created_at,
      way: '站内消息',
      what: noticeKinds[row.kind] ?? row.kind,
      text: hasText ? row.title : null,
      to: nameOf(row, companies),
      receipt: row.read_at === null ? '未读' : '已读',
      sms: smsWords(k, row),
    })),
  }
}

/**
 * A company's own account is named by the public name of the company: the account itself may bear the name of a person. People outside the
 * staff are masked.
 */
function nameOf({ type, name, office, company_id }: Found, companies: ReadonlyMap<number, string>): string {
  if (type === 'YYF') return office ? `${name}（${office}）` : name
  return (type === 'QY' && company_id !== null && companies.get(company_id)) || maskName(name)
}
function companyNames(k: Kernel, rows: readonly Found[]): Promise<ReadonlyMap<number, string>> {
  const ids = new Set(rows.flatMap(({ type, company_id }) => (type === 'QY' && company_id !== null ? [company_id] : [])))
  return companyNamesOf(k, [...ids])
}

/** The text message beside a notice. Without one, the reason by the present settings: earlier ones are not kept. */
function smsWords(k: Kernel, { created_at, sms_state, sms_error, chosen, has_mobile }: Found): string {
  if (sms_state === 'done') return sms_error?.startsWith(LEFT_OUT) ? sms_error : '已发'
  if (sms_state === 'dead') return '没有发出：短信通道多次没有接收'
  if (sms_state !== null) return '等待发送'
  if (Date.parse(created_at) < k.clock.now().getTime() - KEPT_MS) return '短信的记录已清理'
  if (!smsAvailable(k)) return `${LEFT_OUT}平台没有开通短信`
  if (!has_mobile) return `${LEFT_OUT}没有登记手机号`
  return `${LEFT_OUT}${chosen ? '当时' : ''}没有选择这类短信`
}
