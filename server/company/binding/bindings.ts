import { sql } from 'kysely'
import { bindingStates, type binding as endpoints, type BindingRow } from '../../../contract/binding.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import type { Actor } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit/audit.ts'
import type { Db } from '../../kernel/db/index.ts'
import { forbidden, invalidField, notFound, refused } from '../../kernel/errors.ts'
import { attachFiles, filesOf } from '../../kernel/files/access.ts'
import { allowed } from '../../kernel/flow.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { maskName } from '../../kernel/access/pii.ts'
import { isPerson, mayLook, visibleTo } from './access.ts'
import { bindingFlow } from './flow.ts'
import { tellAsked } from './tell.ts'
import { likeText } from '../../kernel/db/like.ts'
import { pageOf } from '../../kernel/lists/page-of.ts'

export const FILES = 'personal_company'
/** Requests a person may have waiting at once. */
const OPEN_AT_MOST = 5

const bindingRows = (db: Db) =>
  db
    .selectFrom('personal_company as b')
    .innerJoin('company as c', 'c.id', 'b.company_id')
    .innerJoin('sys_user as u', 'u.id', 'b.user_id')
    .leftJoin('sys_user as e', 'e.id', 'b.examine_user_id')
    .select([
      'b.id',
      'b.user_id',
      'u.name as user_name',
      'b.company_id',
      'c.name as company_name',
      'c.credit_code',
      'b.position',
      'b.state',
      'b.version',
      'b.opinion',
      'e.name as examiner',
      'e.type as examiner_type',
      'b.examined_at',
      'b.created_at',
    ])
type Row = Awaited<ReturnType<ReturnType<typeof bindingRows>['executeTakeFirstOrThrow']>>

function shown(actor: Actor, r: Row): BindingRow {
  const person = isPerson(actor, r)
  return {
    id: r.id,
    userId: r.user_id,
    userName: person ? r.user_name : maskName(r.user_name),
    companyId: r.company_id,
    companyName: r.company_name,
    code: r.credit_code,
    position: r.position,
    state: r.state,
    version: r.version,
    examineOpinion: r.opinion,
    // A person sees which office answered, not which official.
    examiner: r.examiner === null ? null : person ? (r.examiner_type === 'QY' ? '企业账号' : '企业服务中心') : r.examiner,
    examineTime: r.examined_at,
    createTime: r.created_at,
    allowed: allowed(bindingFlow, actor, r),
  }
}

export async function listBindings(k: Kernel, actor: Actor, q: Parsed<typeof endpoints.list>['query']) {
  if (!mayLook(actor)) throw forbidden()
  let base = k.db.selectFrom('personal_company as b').innerJoin('company as c', 'c.id', 'b.company_id').where(visibleTo(actor))
  if (q.state !== undefined) base = base.where('b.state', '=', q.state as 0)
  if (q.lasting) base = base.where('b.state', '<>', bindingStates.unbound)
  if (q.keyword)
    base = base.where((e) => e.or([e('c.name', 'like', likeText(q.keyword!)), e('c.credit_code', '=', q.keyword!.toUpperCase())]))
  const { total, rows } = await pageOf(
    base,
    q,
    (page) => page.orderBy('b.id', 'desc'),
    (page) => bindingRows(k.db).where('b.id', 'in', page.select('b.id')).orderBy('b.id', 'desc'),
  )
  return { total, list: rows.map((r) => shown(actor, r)) }
}

/** How many requests wait for this person, and since when the oldest does. */
export const waitingBindings = (k: Kernel, actor: Actor) =>
  k.db
    .selectFrom('personal_company as b')
    .innerJoin('company as c', 'c.id', 'b.company_id')
    .where(visibleTo(actor))
    .where('b.state', '=', bindingStates.waiting)
    .select((e) => [e.fn.countAll<number>().as('count'), e.fn.min('b.created_at').as('oldest')])
    .executeTakeFirstOrThrow()

export async function findBinding(k: Kernel, actor: Actor, id: number) {
  const row = await bindingRows(k.db).where('b.id', '=', id).where(visibleTo(actor)).executeTakeFirst()
  if (!row) throw notFound()
  const files = await filesOf(k.db, FILES, id)
  return { ...shown(actor, row), proofFiles: files.map(({ filePath, fileName }) => ({ filePath, fileName })) }
}

export const maySeeBinding = async (k: Kernel, actor: Actor, id: number): Promise<boolean> =>
  Number.isSafeInteger(id)
  && (await k.db.selectFrom('personal_company as b').select('b.id').where('b.id', '=', id).where(visibleTo(actor)).executeTakeFirst())
    !== undefined

/** S205. Requests a binding to a company, named by its credit code. Refused when a request or binding to it exists already. */
export async function askBinding(
  k: Kernel,
  call: Call,
  actor: Actor,
  body: Parsed<typeof endpoints.save>['body'],
): Promise<{ id: number }> {
  return k.db.transaction().execute(async (db) => {
    await db.selectFrom('sys_user').select('id').where('id', '=', actor.userId).forUpdate().execute()
    const company = await db.selectFrom('company').select(['id', 'name']).where('credit_code', '=', body.code).executeTakeFirst()
    if (!company) throw invalidField('code', '没有找到这个社会信用代码的企业，请核对后重试')
    const open = await db
      .selectFrom('personal_company')
      .select(['company_id', 'state'])
      .where('user_id', '=', actor.userId)
      .where('state', 'in', [bindingStates.waiting, bindingStates.bound])
      .execute()
    const same = open.find((b) => b.company_id === company.id)
    if (same) throw refused(same.state === bindingStates.bound ? '您已绑定该企业' : '您已申请绑定该企业，请等待审核', 'ALREADY_ASKED')
    if (open.filter((b) => b.state === bindingStates.waiting).length >= OPEN_AT_MOST)
      throw refused(`最多同时有 ${OPEN_AT_MOST} 份申请待审核`, 'TOO_MANY_OPEN')
    const { id } = await db
      .insertInto('personal_company')
      .values({ user_id: actor.userId, company_id: company.id, position: body.position, created_at: k.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await attachFiles(
      db,
      actor,
      body.proofFiles.map((f) => f.filePath),
      FILES,
      id,
    )
    await tellAsked(db, k, actor, company, id)
    await audit(db, call, { action: 'binding.ask', objectType: FILES, objectId: id, detail: { companyId: company.id } })
    return { id }
  })
}

/** Whether the user is bound to the company by an approved binding that has not ended (S-07). */
export const isBound = async (db: Db, userId: number, companyId: number): Promise<boolean> =>
  (await db
    .selectFrom('personal_company')
    .select('id')
    .where('user_id', '=', userId)
    .where('company_id', '=', companyId)
    .where('state', '=', bindingStates.bound)
    .executeTakeFirst()) !== undefined

/** SQL over two columns: whether the user is the company's own account or a person who is bound to it. */
export const standsFor = (user: string, company: string) => sql<boolean>`(
  exists (select 1 from sys_user u where u.id = ${sql.ref(user)} and u.company_id = ${sql.ref(company)})
  or exists (select 1 from personal_company b where b.user_id = ${sql.ref(user)} and b.company_id = ${sql.ref(company)} and b.state = ${bindingStates.bound}))`

/** SQL over a row of the table, for the maker's copy of personal data: why contacts in it are not the maker's any more. null: they are. */
export const forFormerCompany = (table: string) =>
  sql<string | null>`case when ${sql.ref(`${table}.company_id`)} is not null and not ${standsFor(`${table}.user_id`, `${table}.company_id`)}
    then '代企业办理，现在已不代表该企业' end`
