import { sql } from 'kysely'
import type { z } from 'zod'
import type { Parsed } from '../../../contract/endpoint.ts'
import type { userFilters, UserRow, users } from '../../../contract/identity/users.ts'
import type { Db } from '../../kernel/db/index.ts'
import { likeText } from '../../kernel/db/like.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { pageOf } from '../../kernel/lists/page-of.ts'
import { blindIndexes, maskAccount, maskPhone, openPii } from '../../kernel/access/pii.ts'
import { countSearch, reveal } from '../../kernel/access/reveals.ts'
import { resetsBy, resetsOf } from '../second-factor/reset-request.ts'
import { isLockedNow, lockedAmong } from '../throttle-queries.ts'
import { administratorsAmong } from './administrator-log-in.ts'
import { gone } from './locked-user.ts'
import { officeAndBelow } from './offices.ts'

export type UserFilters = z.output<z.ZodObject<typeof userFilters>>
export const USER = 'user'

const hasFactor = sql<boolean>`exists (select from second_factor f where f.user_id = u.id and f.enabled_at is not null)`
const heldRoles = sql<
  UserRow['roles']
>`coalesce((select json_agg(json_build_object('id', r.id, 'code', r.code, 'name', r.name, 'from', t.starts_on, 'to', t.ends_on,
    'planned', ur.role_id is null) order by r.id)
  from role r left join user_role ur on ur.role_id = r.id and ur.user_id = u.id left join role_term t on t.role_id = r.id and t.user_id = u.id
  where ur.user_id is not null or t.user_id is not null), '[]')`

/** The accounts of these ids in ascending order, with roles and state. */
export async function readUsers(k: Kernel, db: Db, ids: readonly number[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('sys_user as u')
    .leftJoin('office as o', 'o.id', 'u.office_id')
    .where('u.id', 'in', [...ids])
    .select(['u.id', 'u.user_name', 'u.name', 'u.type', 'u.office_id', 'o.name as office_name', 'u.mobile', 'u.account_id'])
    .select(['u.enabled', 'u.created_at', 'u.version', heldRoles.as('roles'), 'u.last_login_at as last_login', hasFactor.as('factor')])
    .orderBy('u.id')
    .execute()
  const locked = await lockedAmong(db, rows, k.clock.now())
  return rows.map((row) => ({ row, locked: locked.has(row.id) }))
}

async function rowsOf(k: Kernel, call: Call, ids: readonly number[]): Promise<UserRow[]> {
  const read = await readUsers(k, k.db, ids)
  if (read.length === 0) return []
  const administrators = await administratorsAmong(k.db, ids)
  const officer = decidesResets(call.actor)
  const resets = officer === null ? null : await resetsOf(k.db, k.clock.now(), ids, officer)
  return read.toReversed().map(({ row, locked }) => ({
    id: row.id,
    userName: row.user_name,
    name: row.name,
    type: row.type,
    officeId: row.office_id,
    officeName: row.office_name,
    mobile: row.mobile ? maskPhone(openPii(k, row.mobile)) : '',
    accountId: row.account_id ? maskAccount(row.account_id) : '',
    roles: row.roles,
    enableFlag: row.enabled ? 1 : 0,
    locked,
    lastLogin: row.last_login,
    createTime: row.created_at,
    version: row.version,
    own: row.id === call.actor?.userId,
    secondFactor: row.factor,
    factorReset: resets?.get(row.id)?.asked ?? null,
    administrator: administrators.has(row.id),
  }))
}

/** The reader, when it is a security officer: a request to remove a second factor names what happened to somebody, and is theirs alone. */
const decidesResets = (reader: Actor | null): number | null => (reader?.permissions.has('role:manage') ? reader.userId : null)

/** The accounts of a list or an export. The filter by office includes the offices below it. */
export async function usersAsked(k: Kernel, db: Db, reader: Actor | null, asked: UserFilters) {
  const { name, type, officeId, roleId, enableFlag, mobile, locked, secondFactor, factorReset } = asked
  const officer = decidesResets(reader)
  const offices = officeId === undefined ? undefined : await officeAndBelow(db, officeId)
  return () =>
    db
      .selectFrom('sys_user as u')
      .$if(Boolean(name), (q) => q.where((e) => e.or([e('u.name', 'ilike', likeText(name!)), e('u.user_name', 'ilike', likeText(name!))])))
      .$if(type !== undefined, (q) => q.where('u.type', '=', type!))
      .$if(offices !== undefined, (q) => q.where('u.office_id', 'in', offices!))
      .$if(roleId !== undefined, (q) =>
        q.where((e) =>
          e.exists(
            e.selectFrom('user_role as ur').select('ur.role_id').whereRef('ur.user_id', '=', 'u.id').where('ur.role_id', '=', roleId!),
          ),
        ),
      )
      .$if(enableFlag !== undefined, (q) => q.where('u.enabled', '=', enableFlag === 1))
      // All three types, because the index begins with the type.
      .$if(mobile !== undefined, (q) =>
        q.where('u.type', 'in', ['QY', 'GR', 'YYF']).where('u.mobile_index', 'in', blindIndexes(k, mobile!)),
      )
      .$if(locked !== undefined, (q) => q.where(isLockedNow(k.clock.now())))
      .$if(secondFactor !== undefined, (q) =>
        q.where('u.type', '=', 'YYF').where(secondFactor === 1 ? hasFactor : sql<boolean>`not ${hasFactor}`),
      )
      .$if(factorReset !== undefined, (q) =>
        officer === null
          ? q.where(sql<boolean>`false`)
          : q.where('u.id', 'in', resetsBy(db, k.clock.now(), officer, factorReset!).select('x.user_id')),
      )
}

/** The list masks numbers, so a search for one is limited. */
export const countMobileSearch = async (k: Kernel, call: Call, { mobile }: { mobile?: string | undefined }): Promise<void> => {
  if (mobile !== undefined) await countSearch(k, call, USER, mobile)
}

export async function listUsers(k: Kernel, call: Call, { page, pageSize, ...asked }: Parsed<typeof users.list>['query']) {
  await countMobileSearch(k, call, asked)
  const found = await usersAsked(k, k.db, call.actor, asked)
  const { total, rows } = await pageOf(
    found(),
    { page, pageSize },
    (q) => q.orderBy('u.id', 'desc'),
    (q) => q.select('u.id'),
  )
  const ids = rows.map((row) => row.id)
  return { total, list: await rowsOf(k, call, ids) }
}

export async function userById(k: Kernel, call: Call, id: number): Promise<UserRow> {
  const [row] = await rowsOf(k, call, [id])
  if (!row) throw gone()
  return row
}

/** Mobile or unified account of one person in clear; the reason is recorded (identity.md E). */
export async function revealUser(
  k: Kernel,
  call: Call,
  { id, field, reason }: Parsed<typeof users.reveal>['body'],
): Promise<{ value: string }> {
  const row = await k.db.selectFrom('sys_user').select(['mobile', 'account_id']).where('id', '=', id).executeTakeFirst()
  if (!row) throw gone()
  const kept = field === 'mobile' ? row.mobile && { sealed: row.mobile } : row.account_id && { open: row.account_id }
  if (!kept) throw notFound('没有可查看的内容')
  return reveal(k, call, { domain: USER, objectType: USER, objectId: id, detail: { field, reason } }, kept)
}
