import { Button } from 'antd'
import { useState } from 'react'
import { rightsChange } from '../../../contract/identity/rights-change.ts'
import type { Input } from '../../../contract/endpoint.ts'
import { call } from '../../api.ts'
import { WordsDialog } from '../../kit/dialog/words-dialog.tsx'
import { toast } from '../../toast.ts'

type Change = NonNullable<Input<typeof rightsChange.submit>['body']>['change']

/** Submits a change of rights for approval by another security administrator, instead of saving it at once. */
export function AskChange({ change, label = '提交另一人复核', onDone }: { change: Change; label?: string; onDone(): void }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button onClick={() => setAsking(true)}>{label}</Button>
      {asking && (
        <WordsDialog
          title="提交权限变更"
          label="原因"
          empty="请填写原因"
          maxLength={500}
          okText="提交"
          effect="现在不生效。另一名安全管理员在“角色管理”的“变更申请”里看过影响、同意后生效。"
          onClose={() => setAsking(false)}
          onSend={async (reason) => {
            await call(rightsChange.submit, { body: { change, reason } }, { silent: true })
            toast.success('已提交，待另一名安全管理员复核')
            onDone()
          }}
        />
      )}
    </>
  )
}
