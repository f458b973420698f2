import { STAFF_IMPORT, users } from '../../../contract/identity/users.ts'
import { importSource } from '../../kit/exchange/import-source.ts'
import { SheetImport } from '../../kit/exchange/sheet-import.tsx'
import { useImportRows } from '../../shell/root-data.ts'

const source = importSource(users.import)

/** 导入用户: staff accounts from a sheet. Passwords are issued one by one, and the security administrator assigns the roles. */
export const UserImport = (more: { onClose(): void; onDone(): Promise<unknown> }) => (
  <SheetImport title="导入用户" kind={STAFF_IMPORT} limit={useImportRows(STAFF_IMPORT)} source={source} {...more}>
    <p className="meta">
      已有的用户名按表格修改，没有的新增。新增的账号没有密码，也没有权限：请在列表中“重置密码”取得首次密码，再由安全管理员授予角色。
    </p>
  </SheetImport>
)
