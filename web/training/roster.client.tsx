import { useQueryClient } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { exportSource } from '../kit/exchange/export-source.ts'
import { ExportButton } from '../kit/exchange/export-button.tsx'
import { activity, type ActivityItem, type RosterRow } from '../../contract/training/activity.ts'
import { enrolStates, PROMOTION_HOURS } from '../../contract/training/states.ts'
import { call, saveBlob, type BlobAnswer } from '../api.ts'
import { useCan } from '../session.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { RevealButton } from '../kit/dialog/reveal-button.tsx'
import { ShortTable } from '../kit/table/short-table.tsx'
import { StatusTag } from '../kit/status-tag.tsx'
import { toast } from '../toast.ts'
import styles from './training.module.css'
import { useOnce } from './use-once.ts'
import { useOffered } from '../kit/view-only.tsx'

const { attended } = enrolStates.code

const Answers = ({ of }: { of: RosterRow['answers'] }) => (
  <ul className={styles.units}>
    {of.map(({ label, words }) => (
      <li key={label}>
        <span className="meta">{label}：</span>
        {words}
      </li>
    ))}
  </ul>
)

/** The participants in the order of enrolment: numbers are unmasked after stating a reason, attendance is set with one click. */
export function Roster({ row, onClose }: { row: ActivityItem; onClose(): void }) {
  const client = useQueryClient()
  const can = useCan()
  const { busy, once } = useOnce()
  const offered = useOffered()
  const name = ['training', 'roster', row.id]
  const act = async (done: string, asked: Promise<unknown>) => {
    try {
      await asked
      toast.success(done)
    } catch {
      // The error has been shown, and the list is read again because it may have changed.
    }
    await client.invalidateQueries({ queryKey: name })
  }
  const check = (one: RosterRow) => {
    const attend = one.state !== attended
    const asked = call(activity.checkIn, { body: { id: row.id, enrolId: one.id, attended: attend } })
    return act(attend ? `${one.contact} 已签到` : '已取消签到', asked)
  }
  const giveSeat = (one: RosterRow) =>
    act(`${one.contact} 已有名额，并已通知本人`, call(activity.giveSeat, { body: { id: row.id, enrolId: one.id } }))
  // Earlier than that, the waiting list moves up automatically.
  const now = Date.now()
  const deskDecides = now >= Date.parse(row.startTime) - PROMOTION_HOURS * 3_600_000 && now < Date.parse(row.endTime)
  return (
    <Drawer
      title={`“${row.title}”的报名名单`}
      open
      onClose={onClose}
      size={1040}
      destroyOnHidden
      extra={
        can('export:run') && can('train:read') ? (
          <ExportButton title="报名名单" source={exportSource('trainEnrol', { id: String(row.id) })} />
        ) : (
          <Button
            loading={busy}
            {...offered}
            onClick={() => void once(async () => saveBlob((await call(activity.exportEnrol, { query: { id: row.id } })) as BlobAnswer))}
          >
            导出
          </Button>
        )
      }
    >
      <ShortTable<RosterRow>
        name={name}
        load={(paging) => call(activity.listEnrol, { query: { id: row.id, ...paging } }, { silent: true })}
        width={980}
        more={({ answers }) => (answers.length > 0 ? <Answers of={answers} /> : null)}
        columns={[
          { title: '参加人', dataIndex: 'contact', width: 90 },
          { title: '企业', dataIndex: 'companyName', width: 200, render: (name: string | null) => name ?? '个人' },
          {
            title: '电话',
            dataIndex: 'phone',
            width: 180,
            render: (phone: string, one) => (
              <>
                <span className="num">{phone}</span>
                <RevealButton
                  label={`${one.contact}的电话`}
                  of={`enrolment:${one.id}`}
                  load={(reason) => call(activity.revealEnrol, { body: { id: row.id, enrolId: one.id, reason } }, { silent: true })}
                />
              </>
            ),
          },
          {
            title: '状态',
            dataIndex: 'stateName',
            width: 120,
            render: (name: string, one) => (
              <StatusTag tone={one.waiting === null ? enrolStates.tones[one.state as 0] : 'waiting'}>{name}</StatusTag>
            ),
          },
          { title: '签到时间', dataIndex: 'checkTime', width: 140, render: (at: string | null) => (at ? localMinute(at) : '无') },
          { title: '评价', dataIndex: 'evaluated', width: 70, render: (done: boolean) => (done ? '已评' : '无') },
          {
            title: '操作',
            key: 'act',
            width: 110,
            fixed: 'right',
            render: (_, one) =>
              one.waiting !== null ? (
                deskDecides && (
                  <Button type="link" size="small" onClick={() => void giveSeat(one)} aria-label={`安排名额：${one.contact}`}>
                    安排名额
                  </Button>
                )
              ) : (
                <Button
                  type="link"
                  size="small"
                  onClick={() => void check(one)}
                  aria-label={`${one.state === attended ? '取消签到' : '签到'}：${one.contact}`}
                >
                  {one.state === attended ? '取消签到' : '签到'}
                </Button>
              ),
          },
        ]}
      />
    </Drawer>
  )
}
