import type { Parsed, UserType } from '../../../contract/endpoint.ts'
import type { users } from '../../../contract/identity/users.ts'
import { invalidField } from '../../kernel/errors.ts'
import { normalUserName } from '../user-name.ts'

/**
 * Companies and individuals come through the unified log-in: whoever set their account there could enter as them, and the company itself could
 * not.
 */
export function refuseOfUnified(
  before: { type: UserType; user_name: string; account_id: string | null },
  { userName, officeId, accountId }: Parsed<typeof users.save>['body'],
): void {
  if (before.type === 'YYF') return
  const changed = {
    userName: normalUserName(userName) !== before.user_name,
    officeId: officeId != null,
    accountId: accountId !== undefined && accountId !== (before.account_id ?? ''),
  }
  for (const [field, isChanged] of Object.entries(changed))
    if (isChanged) throw invalidField(field, '企业和个人账号来自统一登录，这里只能修改姓名与手机号')
}
