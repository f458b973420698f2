import { Button } from 'antd'
import { useState } from 'react'
import { market } from '../../contract/market/dealing.ts'
import { marketGroups, type MarketItem } from '../../contract/market/item.ts'
import { itemPath, marketKinds, marketStates, OPINION_MAX, type MarketKind, type MarketMove } from '../../contract/market/states.ts'
import { call } from '../api.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { ReviewDialog } from '../kit/dialog/review-dialog.tsx'
import { ExportButton } from '../kit/exchange/export-button.tsx'
import { exportSource } from '../kit/exchange/export-source.ts'
import { fieldsOf, searchFields } from '../kit/form/fields.ts'
import { StatusTag } from '../kit/status-tag.tsx'
import { askedAction } from '../kit/table/asked-action.ts'
import { PagedTable } from '../kit/table/paged-table.tsx'
import type { RowAction } from '../kit/table/row-actions.tsx'
import { SearchBar, searchShape } from '../kit/table/search-bar.tsx'
import { useListAddress, useRefreshList } from '../kit/table/use-list.ts'
import { useActing, useCan, useUser } from '../session.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { toast } from '../toast.ts'
import { useBatchReview } from './batch-review.tsx'
import { Drawers, isImported, type Opened, type What } from './market-drawers.tsx'
import { freshText } from './market-item.tsx'
import { useAskedDrawer } from './asked-drawer.ts'
import styles from './market.module.css'

const ConfirmFresh = lazyPart(() => import('./confirm-fresh.client.tsx').then((m) => m.ConfirmFresh))
const WholeItem = lazyPart(() => import('./whole-item.client.tsx').then((m) => m.WholeItem))

const { list } = marketGroups.landInfo
const stateOptions = Object.entries(marketStates.labels).map(([value, label]) => ({ value, label }))
const fields = fieldsOf(
  list,
  { key: 'title', label: '标题', on: ['search', 'table'], searchKey: 'keyword', width: 280, card: 'title' },
  {
    key: 'reviewState',
    label: '状态',
    kind: 'select',
    options: stateOptions,
    on: ['search', 'table'],
    width: 120,
    show: (row) => (
      <StatusTag tone={marketStates.tones[row.reviewState as 0]}>
        {row.standing?.hidden ? '审核通过（久未确认，不公开）' : row.stateName}
      </StatusTag>
    ),
  },
  { key: 'forReview', label: '待审核', on: ['search'], kind: 'select', options: [{ label: '等我审核的', value: 1 }] },
  { key: 'areaText', label: '面积', on: ['table'], width: 170 },
  { key: 'priceText', label: '价格', on: ['table'], width: 190 },
  { key: 'streetName', label: '镇街', on: ['table'], width: 150 },
  { key: 'owner', label: '发布方', on: ['table'], width: 180, hidden: true },
  { key: 'freshTime', label: '最近确认', on: ['table'], width: 130, show: freshText },
  { key: 'viewNum', label: '浏览', on: ['table'], width: 80, sortable: 'views' },
  {
    key: 'updateTime',
    label: '更新时间',
    on: ['table'],
    width: 150,
    sortable: 'updated',
    show: (row) => <span className="num">{localMinute(row.updateTime)}</span>,
  },
  { key: 'stale', label: '确认情况', kind: 'select', options: [{ value: '1', label: '久未确认' }], on: ['search'] },
)
const criteria = searchFields(fields)
const ownCriteria = criteria.filter(({ key }) => key !== 'forReview')
const shape = searchShape(criteria)
const moves = {
  approve: { label: '审核通过', effect: '通过后任何人都能看到，联系方式脱敏。' },
  reject: { label: '审核不通过', reason: '审核意见', danger: true, effect: '退回发布人修改，审核意见会告知。' },
} as const
const may = (row: MarketItem, move: MarketMove) => row.standing?.allowed.includes(move) ?? false

/** One kind of the market: the user's own items, or all that the office sees, with the user's actions. */
export function MarketTable({ kind, staff, writes }: { kind: MarketKind; staff: boolean; writes: boolean }) {
  const name = `market:${kind}:${staff ? 'desk' : 'own'}`
  const { name: thing, side } = marketKinds[kind]
  const group = marketGroups[kind]
  const refresh = useRefreshList(name)
  const asked = useAskedDrawer(staff)
  const [chosen, setOpen] = useState<Opened | null>(null)
  const open = chosen ?? (asked.what ? { what: asked.what, row: null } : null)
  const reviews = useCan()('market:review')
  const [user, acting] = [useUser(), useActing()]
  const batch = useBatchReview(kind, name, moves, refresh)
  const close = () => {
    setOpen(null)
    asked.forget()
  }
  const row = open && open.what !== 'matches' ? open.row : null
  const show = (what: What) => (one: MarketItem) => setOpen({ what, row: one })
  const plain = (label: string, move: MarketMove, effect: string, send: (one: MarketItem) => Promise<unknown>, danger?: true) =>
    askedAction<MarketItem>({ label, when: (one) => may(one, move), effect, danger, send, refresh })
  const mine = (one: MarketItem) => one.standing?.mine ?? false
  const actions: RowAction<MarketItem>[] = [
    { label: '审核', when: (one) => may(one, 'approve'), open: show('review') },
    { label: '编辑', when: (one) => may(one, 'edit') || may(one, 'adjust'), open: show('form') },
    {
      label: '查看',
      when: (one) => one.reviewState === marketStates.code.passed && !one.standing?.hidden,
      to: (one) => itemPath(kind, one.id),
    },
    {
      label: side === 'supply' ? '匹配的需求' : '匹配的供应',
      // A demand is matched at once; a supply is matched only after it was approved and is public.
      when: (one) => side === 'demand' || one.reviewState === marketStates.code.passed,
      open: show('matches'),
    },
    plain('确认有效', 'confirm', '告诉大家这条信息仍然有效，到下次该确认时再提醒您。', (one) =>
      call(market.confirmFresh, { body: { kind, id: one.id } }),
    ),
    { label: '联系记录', when: (one) => mine(one) && (one.standing?.contacts ?? 0) > 0, open: show('contacts') },
    { label: '看房', when: (one) => mine(one) && side === 'supply' && one.reviewState === marketStates.code.passed, open: show('visits') },
    { label: '下架', when: (one) => may(one, 'takeDown'), open: show('down') },
    plain('重新提交', 'submit', '由工作人员再次审核，通过后公开。', (one) =>
      call(group.updateReviewState, { body: { id: one.id, version: one.standing!.version, reviewState: marketStates.code.pending } }),
    ),
    { label: '审核记录', when: () => true, open: show('log') },
    plain(
      '删除',
      'delete',
      '删除后不能在页面上恢复。',
      (one) => call(group.remove, { body: { id: one.id, version: one.standing!.version } }),
      true,
    ),
  ]
  return (
    <>
      {acting && (
        <p className={styles.acting}>
          这里是“{user?.companyName}”的{thing}信息。您个人登记的，请在右上角菜单切回个人身份后查看。
        </p>
      )}
      <SearchBar fields={staff ? criteria : ownCriteria} shape={shape} />
      <PagedTable
        name={name}
        endpoint={group.list as typeof list}
        fields={fields}
        shape={shape}
        actions={actions}
        {...(staff && reviews
          ? { choosing: { batch: [batch.action], can: (one: MarketItem) => may(one, 'approve'), noEverything: true as const } }
          : {})}
        first={staff ? `没有${thing}信息。` : `还没有登记${thing}。登记后由工作人员审核，通过后公开。`}
        tools={<Tools kind={kind} staff={staff} writes={writes} onOpen={(what) => setOpen({ what, row: null })} />}
      />
      {batch.dialogs}
      <ConfirmFresh kind={kind} refresh={refresh} />
      <Drawers open={open} kind={kind} staff={staff} appealId={asked.appealId} onOpen={setOpen} onClose={close} refresh={refresh} />
      <ReviewDialog
        draft={`market-review:${kind}:${row?.id}`}
        title={`审核${thing}`}
        subject={row && open?.what === 'review' && <WholeItem kind={kind} id={row.id} />}
        open={open?.what === 'review'}
        allowed={row?.standing?.allowed ?? []}
        moves={moves}
        maxLength={OPINION_MAX}
        onClose={close}
        onDecide={async (move, reviewOpinion) => {
          const reviewState = move === 'approve' ? marketStates.code.passed : marketStates.code.refused
          await call(
            group.updateReviewState,
            { body: { id: row!.id, version: row!.standing!.version, reviewState, reviewOpinion } },
            { silent: true },
          )
          toast.success('已审核')
          await refresh()
        }}
      />
    </>
  )
}

interface ToolsProps {
  kind: MarketKind
  staff: boolean
  writes: boolean
  onOpen(what: 'form' | 'reports' | 'fresh' | 'import' | 'contacts'): void
}
function Tools({ kind, staff, writes, onOpen }: ToolsProps) {
  const { state } = useListAddress(shape)
  const thing = marketKinds[kind].name
  return (
    <>
      {writes && (
        <Button type="primary" onClick={() => onOpen('form')}>
          登记{thing}
        </Button>
      )}
      {staff && (
        <>
          <Button onClick={() => onOpen('reports')}>举报与标记</Button>
          <Button onClick={() => onOpen('fresh')}>确认情况</Button>
          {writes && isImported(kind) && <Button onClick={() => onOpen('import')}>导入</Button>}
          <ExportButton title={thing} source={exportSource(kind, state.filters)} />
        </>
      )}
      {!staff && <Button onClick={() => onOpen('contacts')}>联系与约看</Button>}
    </>
  )
}
