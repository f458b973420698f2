import { changeCodes } from '../../../contract/identity/rights-change.ts'
import type { Db } from '../../kernel/db/index.ts'
import { refused } from '../../kernel/errors.ts'

/** Refuses to delete a role while an open or scheduled change is about it, or will give it to somebody. */
export async function refuseInChange(db: Db, roleId: number): Promise<void> {
  const open = await db
    .selectFrom('rights_change')
    .select(['title', 'role_id', 'user_id', 'after'])
    .where('state', 'in', [changeCodes.code.waiting, changeCodes.code.scheduled])
    .where((e) => e.or([e('role_id', '=', roleId), e('user_id', 'is not', null)]))
    .orderBy('id')
    .execute()
  if (open.some(({ role_id }) => role_id === roleId)) throw refused('该角色有一项变更申请在等复核或等生效，请先办完或撤回', 'IN_USE')
  const giving = open.find(
    ({ after }) => 'roleIds' in after && (after.roleIds.includes(roleId) || after.terms.some((term) => term.roleId === roleId)),
  )
  if (giving) throw refused(`变更申请“${giving.title}”将授予该角色，在等复核或等生效，请先办完或撤回`, 'IN_USE')
}
