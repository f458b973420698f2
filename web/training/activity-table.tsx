import { Button } from 'antd'
import { useState } from 'react'
import { activity, type ActivityItem } from '../../contract/training/activity.ts'
import { onlineOptions, trainingStatus, type ActivityMove } from '../../contract/training/states.ts'
import { call } from '../api.ts'
import { fieldsOf, searchFields } from '../kit/form/fields.ts'
import { askedAction } from '../kit/table/asked-action.ts'
import { PagedTable } from '../kit/table/paged-table.tsx'
import type { RowAction } from '../kit/table/row-actions.tsx'
import { SearchBar, searchShape } from '../kit/table/search-bar.tsx'
import { useRefreshList } from '../kit/table/use-list.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { toast } from '../toast.ts'
import { activityPath } from './addresses.ts'
import { spanText, StatusOf } from './activity-item.tsx'
import { ListExport } from './list-export.tsx'
import { streetOptions } from './street-options.ts'
import { useDeskAddress } from './use-desk-address.ts'
import { ACTIVITIES, isHeld, isOver, isPublicStatus, statusOptions, typeOptions } from './words.ts'

const WordsDialog = lazyPart(() => import('../kit/dialog/words-dialog.tsx').then((m) => m.WordsDialog))
const ReviewDialog = lazyPart(() => import('../kit/dialog/review-dialog.tsx').then((m) => m.ReviewDialog))
const ActivityForm = lazyPart(() => import('./activity-form.client.tsx').then((m) => m.ActivityForm))
const DelayForm = lazyPart(() => import('./delay-form.client.tsx').then((m) => m.DelayForm))
const CheckInDesk = lazyPart(() => import('./check-in-desk.client.tsx').then((m) => m.CheckInDesk))
const Certificates = lazyPart(() => import('./certificates.client.tsx').then((m) => m.Certificates))
const InviteDialog = lazyPart(() => import('./invite-dialog.client.tsx').then((m) => m.InviteDialog))
const EffectDialog = lazyPart(() => import('./effect-dialog.client.tsx').then((m) => m.EffectDialog))
const MessageDialog = lazyPart(() => import('./message-dialog.client.tsx').then((m) => m.MessageDialog))
const MaterialsForm = lazyPart(() => import('./materials-form.client.tsx').then((m) => m.MaterialsForm))
const Roster = lazyPart(() => import('./roster.client.tsx').then((m) => m.Roster))

const seatsOf = ({ enrolNum, maxNum, waitNum }: ActivityItem) => `${enrolNum} / ${maxNum}${waitNum > 0 ? `，候补 ${waitNum}` : ''}`
const fields = fieldsOf(
  activity.list,
  { key: 'title', label: '活动名称', on: ['search', 'table'], searchKey: 'keyword', width: 260, card: 'title' },
  { key: 'type', label: '类型', kind: 'select', options: typeOptions, on: ['search', 'table'], searchKey: 'type', width: 90 },
  {
    key: 'status',
    label: '状态',
    kind: 'select',
    options: statusOptions,
    on: ['search', 'table'],
    searchKey: 'status',
    width: 130,
    show: (row) => <StatusOf status={row.status} name={row.statusName} />,
  },
  { key: 'forReview', label: '待审核', on: ['search'], kind: 'select', options: [{ label: '等我审核的', value: 1 }] },
  {
    key: 'startTime',
    label: '时间',
    on: ['table'],
    width: 230,
    show: (row) => <span className="num">{spanText(row.startTime, row.endTime)}</span>,
  },
  { key: 'enrolNum', label: '报名', on: ['table'], width: 110, show: (row) => <span className="num">{seatsOf(row)}</span> },
  { key: 'online', label: '方式', kind: 'select', options: onlineOptions, on: ['search'] },
  { key: 'streetId', label: '镇街', kind: 'select', options: streetOptions, on: ['search'] },
  { key: 'place', label: '地点', on: ['table'], width: 200, hidden: true, show: (row) => (row.online === 1 ? '线上' : row.place) },
  { key: 'standing', label: '发布人', on: ['table'], width: 160, show: (row) => row.standing?.publisher },
)
/** The user's own activities are few, so the name is the only filter. */
const ownFields = fieldsOf(
  activity.listMy,
  { key: 'title', label: '活动名称', on: ['search', 'table'], searchKey: 'keyword', width: 260, card: 'title' },
  { key: 'type', label: '类型', on: ['table'], width: 90 },
  { key: 'status', label: '状态', on: ['table'], width: 130, show: (row) => <StatusOf status={row.status} name={row.statusName} /> },
  {
    key: 'startTime',
    label: '时间',
    on: ['table'],
    width: 230,
    show: (row) => <span className="num">{spanText(row.startTime, row.endTime)}</span>,
  },
  { key: 'enrolNum', label: '报名', on: ['table'], width: 110, show: (row) => <span className="num">{seatsOf(row)}</span> },
)
const ownCriteria = searchFields(ownFields)
const ownShape = searchShape(ownCriteria)
const criteria = searchFields(fields)
const shape = searchShape(criteria)
const moves = {
  approve: { label: '审核通过', effect: '通过后任何人都能看到，到报名时间可以报名。' },
  reject: { label: '审核不通过', reason: '审核意见', danger: true, effect: '退回发布人修改。' },
} as const
type Open = {
  what: 'form' | 'materials' | 'delay' | 'roster' | 'desk' | 'certificates' | 'copy' | 'message' | 'invite' | 'effect' | 'review' | 'cancel'
  row: ActivityItem | null
  /** the desk opens with its camera */
  camera?: true
}
const { cancelled } = trainingStatus.code
const may = (row: ActivityItem, move: ActivityMove) => row.standing?.allowed.includes(move) ?? false

/** Activities of all states with the user's actions: all activities for staff, or the user's own. */
export function ActivityTable({ staff, writes }: { staff: boolean; writes: boolean }) {
  const refresh = useRefreshList(ACTIVITIES)
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  useDeskAddress((row) => setOpen({ what: 'desk', row, camera: true }))
  const one = (row: ActivityItem) => ({ id: row.id, version: row.standing?.version })
  const plain = (label: string, move: ActivityMove, send: (row: ActivityItem) => Promise<unknown>, effect: string, danger?: true) =>
    askedAction<ActivityItem>({ label, when: (row) => may(row, move), effect, danger, send, refresh })
  const opens = (label: string, what: Open['what'], when: (row: ActivityItem) => boolean): RowAction<ActivityItem> => ({
    label,
    when,
    open: (row) => setOpen({ what, row }),
  })
  const row = open?.row
  const actions: RowAction<ActivityItem>[] = [
    opens('审核', 'review', (r) => may(r, 'approve')),
    opens('编辑', 'form', (r) => may(r, 'edit')),
    plain('送审', 'submit', (r) => call(activity.publish, { body: one(r) }), '由另一人审核，通过后公开。'),
    plain('发布', 'publish', (r) => call(activity.publish, { body: one(r) }), '发布后任何人都能看到。'),
    opens('名单', 'roster', (r) => r.enrolNum + r.waitNum > 0),
    opens('签到台', 'desk', (r) => writes && isHeld(r)),
    opens('通知', 'message', (r) => writes && isHeld(r)),
    opens('资料', 'materials', (r) => writes && isPublicStatus(r.status) && r.status !== cancelled),
    opens('邀请', 'invite', (r) => staff && writes && r.canEnrol && r.standing?.policyId != null),
    opens('效果', 'effect', (r) => staff && r.standing?.policyId != null && r.enrolNum > 0),
    opens('复制', 'copy', () => writes),
    opens('证书', 'certificates', (r) => writes && isOver(r) && (r.standing?.attendNum ?? 0) > 0),
    { label: '查看', when: (r) => isPublicStatus(r.status), to: (r) => activityPath(r.id) },
    opens('延期', 'delay', (r) => may(r, 'delay')),
    opens('取消', 'cancel', (r) => may(r, 'cancel')),
    plain('撤回', 'withdraw', (r) => call(activity.withdraw, { body: one(r) }), '撤回后可以修改，再次送审。'),
    plain('删除', 'delete', (r) => call(activity.remove, { body: one(r) }), '删除后不能在页面上恢复。', true),
  ]
  const table = {
    name: ACTIVITIES,
    first: '还没有活动。新增后发布，由另一人审核通过后公开。',
    actions,
    tools: (
      <>
        {writes && (
          <Button type="primary" onClick={() => setOpen({ what: 'form', row: null })}>
            新增活动
          </Button>
        )}
        {staff && <ListExport endpoint={activity.export} shape={shape} />}
      </>
    ),
  }
  return (
    <>
      {staff ? (
        <>
          <SearchBar fields={criteria} shape={shape} />
          <PagedTable {...table} fields={fields} shape={shape} endpoint={activity.list} asked={{ scope: 'manage' }} />
        </>
      ) : (
        <>
          <SearchBar fields={ownCriteria} shape={ownShape} />
          <PagedTable {...table} fields={ownFields} shape={ownShape} endpoint={activity.listMy} asked={{ scope: 'released' }} />
        </>
      )}
      {open?.what === 'form' && <ActivityForm id={row?.id ?? null} staff={staff} onClose={close} onDone={refresh} />}
      {open?.what === 'copy' && row && <ActivityForm id={null} copyOf={row.id} staff={staff} onClose={close} onDone={refresh} />}
      {open?.what === 'invite' && row && <InviteDialog row={row} onClose={close} />}
      {open?.what === 'effect' && row && <EffectDialog row={row} onClose={close} />}
      {open?.what === 'materials' && row && <MaterialsForm row={row} onClose={close} />}
      {open?.what === 'message' && row && <MessageDialog row={row} onClose={close} />}
      {open?.what === 'delay' && row && <DelayForm row={row} onClose={close} onDone={refresh} />}
      {open?.what === 'desk' && row && <CheckInDesk row={row} begins={open.camera ?? false} onClose={close} onDone={refresh} />}
      {open?.what === 'certificates' && row && <Certificates row={row} onClose={close} />}
      {open?.what === 'roster' && row && <Roster row={row} onClose={close} />}
      {open?.what === 'cancel' && row && (
        <WordsDialog
          title={`取消“${row.title}”`}
          draft={`training-cancel:${row.id}`}
          label="取消原因"
          empty="请填写取消原因"
          maxLength={300}
          okText="取消活动"
          danger
          effect="取消后不能恢复，已报名的人会收到通知。"
          onClose={close}
          onSend={async (reason) => {
            await call(activity.cancel, { body: { id: row.id, version: row.standing!.version, reason } }, { silent: true })
            toast.success('活动已取消')
            await refresh()
          }}
        />
      )}
      {open?.what === 'review' && (
        <ReviewDialog
          draft={`training-review:${row?.id}`}
          title="审核活动"
          subject={row && <p>{`${row.title}（${row.type}，${spanText(row.startTime, row.endTime)}，名额 ${row.maxNum} 人）`}</p>}
          open
          allowed={row?.standing?.allowed ?? []}
          moves={moves}
          onClose={close}
          onDecide={async (move, reviewOpinion) => {
            const reviewState = move === 'approve' ? 'pass' : 'refuse'
            await call(
              activity.updateReviewState,
              { body: { id: row!.id, version: row!.standing!.version, reviewState, reviewOpinion } },
              { silent: true },
            )
            toast.success('已审核')
            await refresh()
          }}
        />
      )}
    </>
  )
}
