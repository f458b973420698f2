import { Button } from 'antd'
import { useId, useState } from 'react'
import { rightsChange } from '../../../contract/identity/rights-change.ts'
import type { Input } from '../../../contract/endpoint.ts'
import { DATE_FORMAT_2 } from '../../../contract/constants.ts'
import { call } from '../../api.ts'
import DateInput from '../../kit/date/date-input.tsx'
import { WordsDialog } from '../../kit/dialog/words-dialog.tsx'
import { toast } from '../../toast.ts'

type Change = NonNullable<Input<typeof rightsChange.submit>['body']>['change']

/** The reason is kept for whose rights change; what changes is chosen again. */
const nameOf = (change: Change) => `rights-ask:${'userId' in change ? `user-${change.userId}` : `role-${change.roleId}`}`

/** Submits a change of rights for approval by another security administrator, instead of saving it at once. */
export function AskChange({ change, label = '提交另一人复核', onDone }: { change: Change; label?: string; onDone(): void }) {
  const startId = useId()
  const [asking, setAsking] = useState(false)
  const [startTime, setStartTime] = useState<string | null>(null)
  return (
    <>
      <Button onClick={() => setAsking(true)}>{label}</Button>
      {asking && (
        <WordsDialog
          title="提交权限变更"
          draft={nameOf(change)}
          label="原因"
          empty="请填写原因"
          maxLength={500}
          okText="提交"
          choice={{
            path: 'startTime',
            show: (fault) => (
              <div>
                <label htmlFor={startId}>生效时间（可不填）</label>
                <DateInput
                  id={startId}
                  format={DATE_FORMAT_2}
                  placeholder="不填则同意后随即生效"
                  value={startTime}
                  onChange={(at) => setStartTime((at as string | null) || null)}
                />
                {fault}
              </div>
            ),
          }}
          effect="现在不生效。另一名安全管理员在“角色管理”的“变更申请”里看过影响、同意后生效；填了生效时间的，到时生效。"
          onClose={() => setAsking(false)}
          onSend={async (reason) => {
            await call(rightsChange.submit, { body: { change, reason, startTime } }, { silent: true })
            toast.success('已提交，待另一名安全管理员复核')
            onDone()
          }}
        />
      )}
    </>
  )
}
