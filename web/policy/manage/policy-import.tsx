import { Checkbox } from 'antd'
import { useState } from 'react'
import { documents } from '../../../contract/policy.ts'
import { call } from '../../api.ts'
import { ImportDialog } from '../../kit/import-dialog.tsx'
import { useRefreshList } from '../../kit/use-list.ts'

/** Policies from a filled template, as drafts. The person chooses whether wrong rows hold up the others. */
export function PolicyImport({ list, open, onClose }: { list: string; open: boolean; onClose(): void }) {
  const refresh = useRefreshList(list)
  const [valid, setValid] = useState(false)
  return (
    <ImportDialog
      title="表格导入政策"
      open={open}
      onClose={onClose}
      template="/files/downloadTemplate?code=policy-import"
      more={
        <Checkbox checked={valid} onChange={(e) => setValid(e.target.checked)}>
          有错误的行跳过，其余照常导入（不选则有一处错误就全部不导入）
        </Checkbox>
      }
      onImport={async (file) => {
        const body = new FormData()
        body.append('mode', valid ? 'valid' : 'all')
        body.append('file', file, file.name)
        const answer = await call(documents.import, { body: body }, { silent: true })
        await refresh()
        return {
          success: answer.successCount,
          failed: answer.errors.map(({ row, column, message }) => ({ row, column, value: '', reason: message })),
          ...(answer.knownCount > 0 ? { note: `${answer.knownCount} 条已经存在，没有重复导入` } : {}),
        }
      }}
    />
  )
}
