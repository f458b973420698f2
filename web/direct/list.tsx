import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { directStaff, type DirectListDetail } from '../../contract/direct.ts'
import { call } from '../api.ts'
import { listKey } from '../kit/table/use-list.ts'
import { PrintButton } from '../kit/print-button.tsx'
import { ListState } from './list-state.tsx'
import { ErrorState } from '../kit/table/table-states.tsx'
import type { Decision } from './decisions.tsx'
import css from './direct.module.css'
import { RunFigures, Totals } from './figures.tsx'
import { RowsTab } from './rows-tab.tsx'
import { directListCodes } from '../../contract/direct/states.ts'
import { moveWords, objectionsList, rowsList, nextStep, shanghaiToday } from './words.ts'
import { lazyPart, onItsWay } from '../shell/lazy-part.tsx'
import { Tabs } from '../kit/tabs.tsx'
import { FormDrawer } from '../kit/dialog/form-drawer.tsx'
import { TODOS_KEY } from '../kit/todos-key.ts'

const RunBar = lazyPart(() => import('./run-bar.tsx').then((m) => m.RunBar))
const BasisTab = lazyPart(() => import('./basis-tab.tsx').then((m) => m.BasisTab), onItsWay)
const ObjectionsTab = lazyPart(() => import('./objections-tab.tsx').then((m) => m.ObjectionsTab), onItsWay)
const Timeline = lazyPart(() => import('../kit/timeline.tsx').then((m) => m.Timeline), onItsWay)
const DecisionDialog = lazyPart(() => import('./decisions.tsx').then((m) => m.DecisionDialog))
const DirectListForm = lazyPart(() => import('./list-form.client.tsx').then((m) => m.DirectListForm))

const tabs = ['rows', 'objections', 'basis', 'log'] as const

/** One list: totals, next step, companies with their evidence, objections, rule and history. */
export default function DirectList() {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [editing, setEditing] = useState(false)
  const [decision, setDecision] = useState<Decision | null>(null)
  const asked = params.get('id') ?? ''
  const id = /^[1-9]\d{0,14}$/.test(asked) ? Number(asked) : 0
  const found = useQuery({
    queryKey: ['direct', 'list', id],
    queryFn: () => call(directStaff.findById, { query: { id } }, { silent: true }),
    enabled: id > 0,
    retry: false,
  })
  if (id === 0)
    return (
      <p role="status">
        请从<Link to="/work/directLists">免申即享名单</Link>选择一份名单。
      </p>
    )
  if (found.error) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <p role="status">正在加载…</p>
  const d = found.data
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['direct'] }),
      client.invalidateQueries({ queryKey: TODOS_KEY }),
      ...['directLists', rowsList(id), objectionsList(id)].map((name) => client.invalidateQueries({ queryKey: listKey(name) })),
    ])
  const tab = tabs.find((t) => t === params.get('tab')) ?? 'rows'
  return (
    <div className={css.page}>
      <section className={css.panel} aria-label="名单概况">
        <div className={css.stack}>
          <div className={css.head}>
            <h1>{d.title}</h1>
            <p className={css.line}>
              <ListState list={d} />
              <span>{nextStep(d, shanghaiToday())}</span>
            </p>
            <p className={css.note}>
              <Link to={`/page/policyserverdetail?id=${d.policyId}`}>{d.policyTitle}</Link> · {d.year} 年 · 基准日 {d.asOf} · 公示{' '}
              {d.publicFrom ? `${d.publicFrom} 至 ${d.publicTo}` : `${d.days} 个工作日`} · 编制 {d.createdByName}
              {d.confirmedByName && ` · 确认 ${d.confirmedByName}`}
              {d.officeName && ` · 拨付 ${d.officeName}`}
            </p>
            {d.note && <p className={css.note}>{d.note}</p>}
            {d.opinion && (d.state === 'frozen' || d.state === 'cancelled') && <p className={css.over}>意见：{d.opinion}</p>}
          </div>
          <Actions detail={d} onEdit={() => setEditing(true)} onDecide={setDecision} onRun={refresh} />
          <RunBar detail={d} onEnd={refresh} mayStop={d.moves.includes('change')} />
          {d.state !== 'draft' && <Totals detail={d} />}
        </div>
      </section>
      {d.figures && <RunFigures figures={d.figures} />}
      <Tabs
        activeKey={tab}
        destroyOnHidden
        onChange={(next) => setParams({ id: String(id), ...(next === 'rows' ? {} : { tab: next }) })}
        items={[
          { key: 'rows', label: '企业', children: <RowsTab detail={d} onDecide={setDecision} /> },
          {
            key: 'objections',
            label: d.openObjections > 0 ? `异议（${d.openObjections} 件待答复）` : '异议',
            children: <ObjectionsTab detail={d} onDecide={setDecision} />,
          },
          { key: 'basis', label: '规则与核验', children: <BasisTab detail={d} /> },
          { key: 'log', label: '办理过程', children: <Timeline entries={entriesOf(d)} /> },
        ]}
      />
      <FormDrawer title="修改名单设置" open={editing} onClose={() => setEditing(false)} size={720}>
        <DirectListForm
          start={d}
          onCancel={() => setEditing(false)}
          onSaved={async () => {
            setEditing(false)
            await refresh()
          }}
        />
      </FormDrawer>
      <DecisionDialog
        decision={decision}
        onClose={() => setDecision(null)}
        onDone={async (move) => {
          if (move === 'remove') return navigate('/work/directLists')
          await refresh()
        }}
      />
    </div>
  )
}

const entriesOf = (d: DirectListDetail) =>
  d.logs
    .map((l) => ({ at: l.time, who: l.actorName, tone: directListCodes.tones[l.state], title: moveWords[l.move] ?? l.move, text: l.note }))
    .toReversed()

interface ActionsProps {
  detail: DirectListDetail
  onEdit(): void
  onDecide(decision: Decision): void
  onRun(): unknown
}

/** Buttons for the actions that the server allows now. */
function Actions({ detail: d, onEdit, onDecide, onRun }: ActionsProps) {
  const [busy, setBusy] = useState(false)
  const going = d.run?.state === 'queued' || d.run?.state === 'running'
  const may = (move: string) => d.moves.includes(move)
  const run = async (kind: 'preview' | 'frozen') => {
    setBusy(true)
    // The shared client shows the error.
    await call(directStaff.run, { body: { id: d.id, version: d.version, kind } }).catch(() => {})
    await onRun()
    setBusy(false)
  }
  const ask = (...moves: string[]) => onDecide({ on: 'list', moves, detail: d })
  return (
    <div className={css.actions}>
      {may('freeze') && !going && (
        <>
          <Button loading={busy} onClick={() => void run('preview')}>
            试算
          </Button>
          <Button type="primary" loading={busy} onClick={() => void run('frozen')}>
            生成名单
          </Button>
        </>
      )}
      {may('change') && !going && <Button onClick={onEdit}>修改设置</Button>}
      {may('submit') && (
        <Button type="primary" onClick={() => ask('submit')}>
          提交确认
        </Button>
      )}
      {may('confirm') && (
        <Button type="primary" onClick={() => ask('confirm', 'return')}>
          确认名单
        </Button>
      )}
      {may('withdraw') && <Button onClick={() => ask('withdraw')}>撤回提交</Button>}
      {may('reopen') && <Button onClick={() => ask('reopen')}>退回草稿</Button>}
      {may('close') && (
        <Button type="primary" onClick={() => ask('close')}>
          结束公示
        </Button>
      )}
      {may('handOver') && (
        <Button type="primary" onClick={() => ask('handOver')}>
          移交补贴
        </Button>
      )}
      {may('cancel') && (
        <Button danger onClick={() => ask('cancel')}>
          终止名单
        </Button>
      )}
      {may('remove') && !going && (
        <Button danger onClick={() => ask('remove')}>
          删除
        </Button>
      )}
      <PrintButton />
    </div>
  )
}
