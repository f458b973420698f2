import { useQuery } from '@tanstack/react-query'
import { Checkbox, Modal, Select } from 'antd'
import { useState } from 'react'
import { effect, inviteVerdicts } from '../../contract/training/effect.ts'
import { tag } from '../../contract/tag.ts'
import type { ActivityItem } from '../../contract/training/activity.ts'
import { call } from '../api.ts'
import { readFailure } from '../kit/failure.ts'
import { useCan } from '../session.ts'
import { toast } from '../toast.ts'
import styles from './training.module.css'

const names = { match: '符合', near: '差一点符合' } as const
const without = (n: number) => (n > 0 ? `（${n} 家没有可用账号，收不到）` : '')
type Verdict = (typeof inviteVerdicts)[number]

/** The number of companies by their result for the activity's policy. The chosen ones are invited, each once, with the reason. */
export function InviteDialog({ row, onClose }: { row: ActivityItem; onClose(): void }) {
  const [verdicts, setVerdicts] = useState<Verdict[]>(['near'])
  const [undeclared, setUndeclared] = useState(true)
  const [tagIds, setTagIds] = useState<number[]>([])
  const [busy, setBusy] = useState(false)
  const narrowed = { ...(undeclared ? { declared: 0 } : {}), ...(tagIds.length > 0 ? { tagIds } : {}) }
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['training', 'inviteCount', row.id, undeclared, tagIds],
    queryFn: () => call(effect.inviteCount, { query: { id: row.id, ...narrowed } }, { silent: true }),
    placeholderData: (last) => last,
    gcTime: 0,
    retry: false,
  })
  const send = async () => {
    setBusy(true)
    try {
      await call(effect.invite, { body: { id: row.id, verdicts, ...narrowed } })
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
      okButtonProps={{ disabled: !data || isPlaceholderData || verdicts.every((one) => data[one] === data.unreached[one]), loading: busy }}
      onOk={() => void send()}
    >
      {error && <p role="alert">{readFailure(error).message}</p>}
      {!data && !error && <p role="status">正在加载…</p>}
      {data && (
        <div className={styles.form}>
          <p>按《{data.policyTitle}》的判定结果邀请，只包括授权使用档案的企业；邀请里写明为什么，并记入企业的使用记录。</p>
          <Checkbox.Group
            value={verdicts}
            onChange={(values) => setVerdicts(values as Verdict[])}
            options={inviteVerdicts.map((value) => ({
              value,
              label: `${names[value]} ${data[value]} 家${without(data.unreached[value])}`,
            }))}
          />
          <Checkbox checked={undeclared} onChange={(e) => setUndeclared(e.target.checked)}>
            不邀请已经申报的企业
          </Checkbox>
          <TagChoice value={tagIds} onChange={setTagIds} />
          <p className="meta">已邀请过 {data.invited} 家，不会重复邀请；不接收活动邀请的企业不会收到。</p>
        </div>
      )}
    </Modal>
  )
}

/** Restricts invitations to companies with one of the chosen tags; only for users who may read tags. */
function TagChoice({ value, onChange }: { value: number[]; onChange(ids: number[]): void }) {
  const can = useCan()
  const { data } = useQuery({
    queryKey: ['training', 'tags'],
    queryFn: () => call(tag.options, { query: {} }, { silent: true }),
    enabled: can('tag:read'),
    retry: false,
  })
  if (!data) return null
  return (
    <Select
      mode="multiple"
      allowClear
      value={value}
      onChange={onChange}
      placeholder="只邀请带有这些标签的企业（不选则不限）"
      aria-label="企业标签"
      optionFilterProp="label"
      options={data.map((one) => ({ value: one.id, label: `${one.tagName}（${one.companyCount} 家）` }))}
    />
  )
}
