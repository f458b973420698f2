import { audit } from '../../kernel/audit/audit.ts'
import type { Db } from '../../kernel/db/index.ts'
import { maskAccount, maskPhone, openPii } from '../../kernel/access/pii.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { changedParts, logInChanged } from './log-in-changed.ts'
import { officeChanged } from './office-changed.ts'

interface Account {
  user_name: string
  name: string
  office_id: number | null
  mobile: string | null
  account_id: string | null
}

/** An account as the audit log shows it before and after a change: number and unified account masked, nothing secret. */
export const loggedAccount = (k: Kernel, { user_name, name, office_id, mobile, account_id }: Account) => ({
  userName: user_name,
  name,
  officeId: office_id,
  mobile: mobile ? maskPhone(openPii(k, mobile)) : '',
  accountId: account_id ? maskAccount(account_id) : '',
})

interface Edit {
  before: Account & { id: number }
  columns: Partial<Account>
  input: Parameters<typeof changedParts>[2]
  imported?: boolean
}
/** Records that an account was edited, and tells whose log-in changed. In the transaction of the change. */
export async function noteEdit(k: Kernel, db: Db, call: Call, { before, columns, input, imported = false }: Edit): Promise<void> {
  const parts = changedParts(k, before, input)
  await logInChanged(k, db, call, before, parts)
  const { user_name: userName, name, office_id: to } = { ...before, ...columns }
  await officeChanged(k, db, call, { what: `${name}（${userName}）`, userName, from: before.office_id, to })
  await audit(db, call, {
    action: 'user.edit',
    objectType: 'user',
    objectId: before.id,
    detail: {
      before: loggedAccount(k, before),
      after: loggedAccount(k, { ...before, ...columns }),
      // Two masked values may look the same.
      ...(parts.length > 0 ? { logInChanged: parts } : {}),
      ...(imported ? { import: true } : {}),
    },
  })
}
