import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Progress } from 'antd'
import { ScrollingTable } from '../../kit/table/scrolling-table.tsx'
import { useEffect, useRef, useState } from 'react'
import { ruleDryRun, type DryRunChange, type DryRunResult } from '../../../contract/matching/dry-run.ts'
import { verdicts } from '../../../contract/matching.ts'
import { ApiError, call } from '../../api.ts'
import { DryRunReason } from './dry-run-reason.tsx'
import styles from './dry-run.module.css'
import { money } from '../../kit/money.ts'
import { Tabs } from '../../kit/tabs.tsx'

const POLL_MS = 700
const over = (state: string | undefined) => state === 'done' || state === 'failed' || state === 'cancelled'
const amount = (wan: number | null) => (wan === null ? '无' : money(wan))

interface Props {
  /** the present rule: an older result is marked as outdated */
  rule: string
  begin(): Promise<{ taskId: string }>
  /** the place of a refusal, in words */
  place(path: string): string
  /** starts when it is first shown */
  atOnce?: boolean
}

/** The effect of a rule on all companies of the archive, compared with the rule in force; the task can be watched and stopped. */
export function DryRun({ rule, begin, place, atOnce = false }: Props) {
  const [run, setRun] = useState<{ taskId: string; rule: string } | null>(null)
  const [failure, setFailure] = useState('')
  const { data } = useQuery({
    queryKey: ['rule-dry-run', run?.taskId],
    queryFn: () => call(ruleDryRun.progress, { query: { taskId: run!.taskId } }, { silent: true }),
    enabled: run !== null,
    refetchInterval: ({ state }) => (over(state.data?.state) ? false : POLL_MS),
  })
  const running = run !== null && !over(data?.state)
  const start = async () => {
    setFailure('')
    try {
      const { taskId } = await begin()
      setRun({ taskId, rule })
    } catch (e) {
      const places = e instanceof ApiError ? (e.fields ?? []).map((f) => `${place(f.path.replace(/^rule\./, ''))}：${f.message}`) : []
      setFailure(places.join('；') || (e instanceof ApiError ? e.message : '试运行没有开始'))
    }
  }
  const begun = useRef(false)
  useEffect(() => {
    if (!atOnce || begun.current) return
    begun.current = true
    void start()
  })
  const cancel = () => call(ruleDryRun.cancel, { body: { taskId: run!.taskId } }, { silent: true }).catch(() => {})
  return (
    <div className={styles.run}>
      <h3>试运行</h3>
      <div className={styles.head}>
        <Button onClick={() => void start()} disabled={running}>
          对全部已授权企业试运行
        </Button>
        {running && <Button onClick={() => void cancel()}>停止</Button>}
        <span className={styles.hint}>与现行规则比较，不保存、不影响企业</span>
      </div>
      {failure && <Alert type="error" showIcon title="试运行没有开始" description={failure} />}
      {running && (
        <Progress
          percent={data?.total ? Math.floor((data.done / data.total) * 100) : 0}
          format={() => (data?.total ? `${data.done}/${data.total}` : '等待开始')}
          aria-label="试运行进度"
        />
      )}
      {data?.state === 'failed' && <Alert type="error" showIcon title={data.message ?? '试运行没有完成'} />}
      {data?.state === 'cancelled' && <Alert type="info" showIcon title="已停止" />}
      {data?.result && (
        <>
          {run?.rule !== rule && <Alert type="warning" showIcon title="规则在试运行后又改过，以下为改动前的结果" />}
          {run && <Outcome result={data.result} taskId={run.taskId} />}
        </>
      )}
    </div>
  )
}

/** `taskId`: of the run, for its reasons. */
function Outcome({ result, taskId }: { result: DryRunResult; taskId: string }) {
  const { companies, compared, asOf, before, after, winners, losers, seconds } = result
  const more = { taskId, unpriced: (before.unpriced ?? 0) + (after.unpriced ?? 0) > 0 }
  const counts = (['match', 'near', 'unknown', 'nomatch'] as const).map((v) => ({
    key: v,
    name: verdicts[v],
    before: `${before[v]} 家`,
    after: `${after[v]} 家`,
    change: signed(after[v] - before[v], ' 家'),
  }))
  const sums = (['min', 'max'] as const).map((v) => ({
    key: v,
    name: v === 'min' ? '金额合计（至少）' : '金额合计（至多）',
    before: money(before[v]),
    after: money(after[v]),
    change: signed(after[v] - before[v], ' 万元'),
  }))
  return (
    <>
      <p className={styles.effect}>{effectOf(result)}</p>
      <p className={styles.hint}>
        截至 {asOf}，{companies} 家已授权企业，用时 {seconds.toFixed(1)} 秒{compared ? '' : '；该政策没有现行规则，全部按新增计'}
      </p>
      <ScrollingTable
        size="small"
        pagination={false}
        dataSource={[...counts, ...sums]}
        columns={[
          { title: '', dataIndex: 'name' },
          { title: '现行', dataIndex: 'before', align: 'right' },
          { title: '草稿', dataIndex: 'after', align: 'right' },
          { title: '变化', dataIndex: 'change', align: 'right' },
        ]}
      />
      {(before.unpriced ?? 0) + (after.unpriced ?? 0) > 0 && (
        <Alert
          type="warning"
          showIcon
          title={`符合的企业里，现行 ${before.unpriced ?? 0} 家、草稿 ${after.unpriced ?? 0} 家缺资料算不出金额，没有计入合计；实际金额会更高`}
        />
      )}
      {winners.total + losers.total === 0 ? (
        <p className={styles.hint}>没有企业的判定或金额因此改变。</p>
      ) : (
        <Tabs
          defaultActiveKey={winners.total === 0 ? 'losers' : 'winners'}
          items={[
            { key: 'winners', label: `受益 ${winners.total}`, children: <Changes {...winners} {...more} /> },
            { key: 'losers', label: `受损 ${losers.total}`, children: <Changes {...losers} {...more} /> },
          ]}
        />
      )}
    </>
  )
}

/** “影响 12 家企业：+9 家符合，−3 家不再符合，合计至多 +180 万元”. */
function effectOf({ before, after, winners, losers }: DryRunResult): string {
  const affected = winners.total + losers.total
  if (affected === 0) return '没有企业因此受影响'
  return `影响 ${affected} 家企业：+${winners.total} 家受益，−${losers.total} 家受损；符合 ${before.match} → ${after.match} 家，金额合计至多 ${money(before.max)} → ${money(after.max)}（${signed(after.max - before.max, ' 万元')}）`
}

const signed = (n: number, unit: string) =>
  n === 0 ? '不变' : `${n > 0 ? '+' : '−'}${Math.abs(n).toLocaleString('zh-CN', { maximumFractionDigits: 4 })}${unit}`

/** `unpriced`: some sums lack a fact; a company that meets the rule without a sum is one of these. */
const amountOf = (value: number | null, verdict: DryRunChange['before'], unpriced: boolean) =>
  value === null && verdict === 'match' && unpriced ? '待补信息' : amount(value)

function Changes({ total, list, taskId, unpriced }: { total: number; list: DryRunChange[]; taskId: string; unpriced: boolean }) {
  return (
    <>
      {total > list.length && <p className={styles.hint}>只列变化最大的 {list.length} 家</p>}
      <ScrollingTable
        rowKey="companyId"
        size="small"
        dataSource={list}
        scroll={{ x: 520 }}
        expandable={{
          expandedRowRender: (r) => <DryRunReason taskId={taskId} companyId={r.companyId} />,
          expandIcon: ({ expanded, onExpand, record }) => (
            <Button
              type="link"
              size="small"
              aria-expanded={expanded}
              aria-label={`为什么：${record.companyName}`}
              onClick={(e) => onExpand(record, e)}
            >
              为什么
            </Button>
          ),
          columnWidth: 80,
        }}
        locale={{ emptyText: '没有企业' }}
        pagination={{ pageSize: 10, showSizeChanger: false, hideOnSinglePage: true }}
        columns={[
          { title: '企业', dataIndex: 'companyName' },
          {
            title: '判定',
            key: 'verdict',
            render: (_, r) => (r.before === r.after ? verdicts[r.after] : `${verdicts[r.before]} → ${verdicts[r.after]}`),
          },
          { title: '现行至多', dataIndex: 'beforeMax', align: 'right', render: (v, r) => amountOf(v, r.before, unpriced) },
          { title: '草稿至多', dataIndex: 'afterMax', align: 'right', render: (v, r) => amountOf(v, r.after, unpriced) },
        ]}
      />
    </>
  )
}
