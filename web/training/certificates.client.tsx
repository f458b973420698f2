import { useQueryClient } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { certificate, type Certificate } from '../../contract/training/certificate.ts'
import type { ActivityItem } from '../../contract/training/activity.ts'
import { certificateStates, REASON_MAX } from '../../contract/training/states.ts'
import { call, saveBlob, type BlobAnswer } from '../api.ts'
import { WordsDialog } from '../kit/dialog/words-dialog.tsx'
import { ShortTable } from '../kit/table/short-table.tsx'
import { NumberInput } from '../kit/form/number-input.tsx'
import { StatusTag } from '../kit/status-tag.tsx'
import { toast } from '../toast.ts'
import { Reissue } from './reissue.client.tsx'
import styles from './training.module.css'

const HALF = 0.5
const hoursOf = (row: ActivityItem) =>
  Math.max(HALF, Math.round((Date.parse(row.endTime) - Date.parse(row.startTime)) / 3_600_000 / HALF) * HALF)
const holds = (one: Certificate) => one.state === certificateStates.code.valid

/** The certificates of a finished activity: issue, download as one file, revoke, reissue. */
export function Certificates({ row, onClose }: { row: ActivityItem; onClose(): void }) {
  const client = useQueryClient()
  const name = ['training', 'certificates', row.id]
  const [hours, setHours] = useState<number | null>(Math.min(hoursOf(row), 8))
  const [open, setOpen] = useState<{ what: 'revoke' | 'reissue'; of: Certificate } | null>(null)
  const [busy, setBusy] = useState(false)
  const refresh = () => client.invalidateQueries({ queryKey: name })
  const act = async (work: () => Promise<unknown>) => {
    setBusy(true)
    // The error has been shown.
    await work().catch(() => {})
    setBusy(false)
    await refresh()
  }
  const issue = () => {
    // The field itself says what is wrong.
    if (Number.isNaN(hours)) return
    return act(async () => {
      const { issued, left } = await call(certificate.issue, { body: { id: row.id, hours: hours ?? 0 } })
      toast.success(left > 0 ? `已发 ${issued} 张，还有 ${left} 人，请再发一次` : `已发 ${issued} 张证书`)
    })
  }
  const zip = () => act(async () => saveBlob((await call(certificate.zip, { query: { id: row.id } })) as BlobAnswer))
  const pdf = (one: Certificate) => act(async () => saveBlob((await call(certificate.pdf, { query: { id: one.id } })) as BlobAnswer))
  return (
    <Drawer title={`“${row.title}”的证书`} open onClose={onClose} size={940} destroyOnHidden>
      <div className={styles.buttons} style={{ marginBottom: 12, alignItems: 'center' }}>
        <span>学时</span>
        <NumberInput value={hours} onChange={setHours} min={HALF} max={200} decimals={1} aria-label="学时" style={{ width: 120 }} />
        <Button type="primary" loading={busy} onClick={() => void issue()}>
          给签到的人发证书
        </Button>
        <Button disabled={busy} onClick={() => void zip()}>
          下载全部 PDF
        </Button>
      </div>
      <p className="meta">已有证书的人不会重复发。企业参加人的证书同时放进企业的材料库。</p>
      <ShortTable<Certificate>
        name={name}
        load={(paging) => call(certificate.list, { query: { id: row.id, ...paging } }, { silent: true })}
        width={890}
        columns={[
          { title: '编号', dataIndex: 'number', width: 150, className: 'num' },
          { title: '姓名', dataIndex: 'contact', width: 90 },
          { title: '单位', dataIndex: 'companyName', render: (company: string | null) => company ?? '个人' },
          { title: '学时', dataIndex: 'hours', width: 70 },
          {
            title: '状态',
            dataIndex: 'stateName',
            width: 100,
            render: (label: string, one) => <StatusTag tone={certificateStates.tones[one.state as 1]}>{label}</StatusTag>,
          },
          {
            title: '操作',
            key: 'act',
            width: 250,
            render: (_, one) => (
              <>
                <Button type="link" size="small" href={one.path} target="_blank" aria-label={`核验页：${one.contact}`}>
                  核验页
                </Button>
                {holds(one) && (
                  <Button type="link" size="small" onClick={() => void pdf(one)} aria-label={`下载证书：${one.contact}`}>
                    下载
                  </Button>
                )}
                {one.replacedBy === null && (
                  <Button
                    type="link"
                    size="small"
                    onClick={() => setOpen({ what: 'reissue', of: one })}
                    aria-label={`换发：${one.contact}`}
                  >
                    换发
                  </Button>
                )}
                {holds(one) && (
                  <Button
                    type="link"
                    size="small"
                    danger
                    onClick={() => setOpen({ what: 'revoke', of: one })}
                    aria-label={`撤销：${one.contact}`}
                  >
                    撤销
                  </Button>
                )}
              </>
            ),
          },
        ]}
      />
      {open?.what === 'reissue' && <Reissue of={open.of} onClose={() => setOpen(null)} onDone={refresh} />}
      {open?.what === 'revoke' && (
        <WordsDialog
          title={`撤销证书 ${open.of.number}`}
          draft={`certificate-revoke:${open.of.id}`}
          label="撤销原因"
          empty="请填写撤销原因"
          maxLength={REASON_MAX}
          okText="撤销证书"
          danger
          effect="撤销后核验页写明原因，本人会收到通知，企业材料库里的这份证书同时移出。不能恢复，可以换发。"
          onClose={() => setOpen(null)}
          onSend={async (reason) => {
            await call(certificate.revoke, { body: { id: open.of.id, reason } }, { silent: true })
            toast.success('证书已撤销')
            setOpen(null)
            await refresh()
          }}
        />
      )}
    </Drawer>
  )
}
