import { sql } from 'kysely'
import { query } from '../../../contract/fields.ts'
import { userTypeNames } from '../../../contract/identity/user-types.ts'
import { userFilters } from '../../../contract/identity/users.ts'
import { maskAccount, maskPhone, openPii } from '../../kernel/access/pii.ts'
import { byKeyset, offersExport } from '../../kernel/export/exporters.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { roleWords } from '../../../contract/identity/role-words.ts'
import { countMobileSearch, readUsers, usersAsked } from './user-list.ts'

/** 用户管理: what the list shows under its filters. Numbers and accounts are masked unless the person has `pii:read` (identity.md E). */
export function offerUserExport(k: Kernel): void {
  offersExport(k, 'user', {
    title: '用户名单',
    access: 'user:read',
    filters: query(userFilters),
    columns: [
      { key: 'name', title: '姓名', width: 20 },
      { key: 'userName', title: '用户名', width: 20 },
      { key: 'type', title: '类型', width: 10 },
      { key: 'officeName', title: '部门', width: 24 },
      { key: 'roles', title: '角色', width: 40 },
      { key: 'mobile', title: '手机号', width: 16, mask: maskPhone },
      { key: 'accountId', title: '统一账号', width: 24, mask: maskAccount },
      { key: 'state', title: '状态', width: 10 },
      { key: 'locked', title: '已锁定', width: 10 },
      { key: 'secondFactor', title: '动态验证码', width: 14 },
      { key: 'lastLogin', title: '最近登录', width: 22 },
      { key: 'createTime', title: '建立时间', width: 22 },
    ],
    admit: countMobileSearch,
    count: async ({ db, actor, filters }) => {
      const found = await usersAsked(k, db, actor, filters)
      return (
        await found()
          .select(sql<number>`count(*)::int`.as('n'))
          .executeTakeFirstOrThrow()
      ).n
    },
    rows: async function* ({ db, actor, filters, signal }) {
      const found = await usersAsked(k, db, actor, filters)
      yield* byKeyset(signal, async (after, limit) => {
        const ids = (await found().where('u.id', '>', after).select('u.id').orderBy('u.id').limit(limit).execute()).map(({ id }) => id)
        return (await readUsers(k, db, ids)).map(({ row, locked }) => ({
          id: row.id,
          name: row.name,
          userName: row.user_name,
          type: userTypeNames[row.type],
          officeName: row.office_name,
          roles: row.roles.map(roleWords).join('、'),
          mobile: row.mobile && openPii(k, row.mobile),
          accountId: row.account_id,
          state: row.enabled ? '启用' : '停用',
          locked: locked ? '是' : '否',
          secondFactor: row.factor ? '有' : '没有',
          lastLogin: row.last_login,
          createTime: row.created_at,
        }))
      })
    },
  })
}
