import { STAFF_IMPORT, users } from '../../../contract/identity/users.ts'
import { files } from '../../../contract/files.ts'
import { call, saveBlob, type BlobAnswer } from '../../api.ts'
import { ImportJobDialog } from '../../kit/exchange/import-job.tsx'
import { importSource } from '../../kit/exchange/import-source.ts'
import { useImportRows } from '../../shell/root-data.ts'

const source = importSource(users.import)

/** 导入用户: accounts of staff from a sheet; their passwords are given one by one, their roles by the security administrator. */
export function UserImport({ onClose, onDone }: { onClose(): void; onDone(): Promise<unknown> }) {
  const limit = useImportRows(STAFF_IMPORT)
  return (
    <ImportJobDialog
      title="导入用户"
      open
      onClose={onClose}
      source={source}
      params={{}}
      limit={limit}
      onTemplate={async () => saveBlob((await call(files.downloadTemplate, { query: { code: STAFF_IMPORT } })) as BlobAnswer)}
      onDone={onDone}
    >
      <p className="meta">
        已有的用户名按表格修改，没有的新增。新增的账号没有密码，也没有权限：请在列表中“重置密码”取得首次密码，再由安全管理员授予角色。
      </p>
    </ImportJobDialog>
  )
}
