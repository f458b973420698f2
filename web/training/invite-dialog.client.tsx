import { useQuery } from '@tanstack/react-query'
import { Checkbox, Modal } from 'antd'
import { useState } from 'react'
import { effect, inviteVerdicts } from '../../contract/training/effect.ts'
import type { ActivityItem } from '../../contract/training/activity.ts'
import { call } from '../api.ts'
import { readFailure } from '../kit/failure.ts'
import { toast } from '../toast.ts'

const names = { match: '符合', near: '差一点符合' } as const
type Verdict = (typeof inviteVerdicts)[number]

/** The number of companies by their result for the activity's policy. The chosen ones are invited, each once, with the reason. */
export function InviteDialog({ row, onClose }: { row: ActivityItem; onClose(): void }) {
  const [verdicts, setVerdicts] = useState<Verdict[]>(['near'])
  const [busy, setBusy] = useState(false)
  const { data, error } = useQuery({
    queryKey: ['training', 'inviteCount', row.id],
    queryFn: () => call(effect.inviteCount, { query: { id: row.id } }, { silent: true }),
    gcTime: 0,
    retry: false,
  })
  const send = async () => {
    setBusy(true)
    try {
      await call(effect.invite, { body: { id: row.id, verdicts } })
      toast.success('正在发送邀请，每家企业只邀请一次')
      onClose()
    } catch {
      // The error has been shown.
    }
    setBusy(false)
  }
  return (
    <Modal
      title={`邀请企业参加“${row.title}”`}
      open
      onCancel={onClose}
      okText="发送邀请"
      okButtonProps={{ disabled: !data || verdicts.length === 0, loading: busy }}
      onOk={() => void send()}
    >
      {error && <p role="alert">{readFailure(error).message}</p>}
      {data && (
        <>
          <p>按《{data.policyTitle}》的判定结果邀请，只包括授权使用档案的企业；邀请里写明为什么，并记入企业的使用记录。</p>
          <Checkbox.Group
            value={verdicts}
            onChange={(values) => setVerdicts(values as Verdict[])}
            options={inviteVerdicts.map((value) => ({ value, label: `${names[value]} ${data[value]} 家` }))}
          />
          <p className="meta" style={{ marginTop: 8 }}>
            已邀请过 {data.invited} 家，不会重复邀请。
          </p>
        </>
      )}
    </Modal>
  )
}
