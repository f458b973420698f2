import type { UserRow } from '../../../contract/identity/users.ts'

/**
 * The three administrators supervise each other, so none of them does this to another on a screen (ADR 0560, 0561). The text says so, and
 * gives the command for the operations staff. null for accounts that are not administrators.
 */
export const atTheServer = (thing: string, command: string) => (row: UserRow) =>
  row.administrator
    ? {
        title: `“${row.name}”不能在这里${thing}`,
        text: (
          <>
            <p>系统、安全、审计管理员互相监督，账号的密码、手机号与启停由运维人员在服务器上办理，同样记入审计：</p>
            <code>
              npm run user -- {command} --user {row.userName}
            </code>
          </>
        ),
      }
    : null
