import type { Db } from '../../kernel/db/index.ts'
import { notFound } from '../../kernel/errors.ts'

export const gone = () => notFound('该用户不存在或已被删除')

/** The account, locked until the transaction ends. */
export async function lockedUser(db: Db, id: number) {
  const row = await db
    .selectFrom('sys_user')
    .select(['id', 'user_name', 'name', 'type', 'account_id', 'mobile', 'office_id', 'enabled', 'version', 'last_login_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw gone()
  return row
}
