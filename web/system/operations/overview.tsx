import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { FactList } from '../../kit/fact-list.tsx'
import { operations, type PlatformState, type ProcessRow, type QueueRow } from '../../../contract/operations.ts'
import { call } from '../../api.ts'
import { showSize } from '../../kit/form/values.ts'
import { StatusTag } from '../../kit/status-tag.tsx'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { ask } from '../../shell/confirm.tsx'
import { toast } from '../../toast.ts'
import { LogTime } from '../logs/cells.tsx'
import css from './operations.module.css'

const EVERY_MS = 15_000

/** The state of the platform, read again every fifteen seconds while the page is visible. */
export function Overview() {
  const query = useQuery({
    queryKey: ['operations', 'state'],
    queryFn: () => call(operations.state, { query: {} }, { silent: true }),
    refetchInterval: EVERY_MS,
    retry: false,
  })
  if (query.isError && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <p role="status">正在加载…</p>
  const state = query.data
  const test = async () => {
    const answer = await ask({
      title: '试发一次告警',
      text: `将发给 ${state.told.people} 位运行管理人员${state.told.phones > 0 ? `（其中 ${state.told.phones} 位同时收到短信）` : ''}${state.told.webhook ? '，并送往配置的群机器人' : ''}。`,
    })
    if (answer !== 'confirm') return
    await call(operations.testAlarm, { body: {} })
    toast.success('已发出，请在消息中查看')
    await query.refetch()
  }
  return (
    <>
      <div className={css.bar}>
        <p role="status" className={css.summary}>
          {state.open.length === 0 ? (
            <StatusTag tone="done">没有告警</StatusTag>
          ) : (
            <StatusTag tone="urgent">{state.open.length} 项告警</StatusTag>
          )}
          {state.pausedJobs > 0 && <StatusTag tone="waiting">{`${state.pausedJobs} 项定时任务暂停着`}</StatusTag>}
          {!state.backup && <StatusTag tone="waiting">还没有备份</StatusTag>}
          <span className="meta">
            {query.isError ? '刷新失败，显示的是 ' : '截至 '}
            <LogTime at={state.at} />
          </span>
        </p>
        <Button onClick={() => void test()}>试发告警</Button>
      </div>
      {state.open.length > 0 && (
        <ul className={css.alarms} aria-label="正在持续的告警">
          {state.open.map((alarm) => (
            <li key={alarm.id}>
              <strong>{alarm.kindName}</strong> {alarm.title}
              <span className="meta">
                自 <LogTime at={alarm.openedAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <Facts state={state} />
      <h2 className={css.title}>进程</h2>
      <Rows
        name="进程"
        rows={state.processes}
        columns={[
          ['主机', (one) => one.host],
          ['进程', (one) => one.pid],
          ['版本', (one) => one.version],
          ['启动', (one) => <LogTime at={one.startedAt} />],
          ['近一分钟请求', (one) => one.answers],
          ['出错', (one) => one.failures],
          ['过载拒绝', (one) => one.shed],
          ['内存', (one) => showSize(one.memory)],
          ['状态', (one) => <Alive process={one} />],
        ]}
        empty="本进程刚刚启动，十秒后出现。"
      />
      <h2 className={css.title}>队列</h2>
      <Rows
        name="队列"
        rows={state.queues}
        columns={[
          ['队列', (one) => one.name],
          ['等待', (one) => one.waiting],
          ['进行中', (one) => one.running],
          ['没有成功', (one) => (one.failed > 0 ? <StatusTag tone="urgent">{one.failed}</StatusTag> : 0)],
          ['最早的等待自', (one) => <Since queue={one} />],
        ]}
        empty=""
      />
    </>
  )
}

function Facts({ state: { disk, database, backup, told, providers } }: { state: PlatformState }) {
  const facts: [string, ReactNode][] = [
    ['磁盘', disk ? `剩余 ${showSize(disk.free)}，共 ${showSize(disk.total)}` : '系统没有告知'],
    [
      '数据库',
      `${database.engine}${database.bytes === null ? '' : `，${showSize(database.bytes)}`}；连接 ${database.connections} 个，等待 ${database.waiting} 个`,
    ],
    [
      '上次备份',
      backup ? (
        <>
          <LogTime at={backup.at} />，{backup.detail}
        </>
      ) : (
        '还没有做过（npm run backup）'
      ),
    ],
    [
      '告警送达',
      `站内消息 ${told.people} 人；短信 ${told.phones} 人；群机器人${told.webhook ? '已配置' : '未配置'}；外部看护${told.heartbeat ? '已配置' : '未配置'}`,
    ],
    ...providers.map(({ name, state }): [string, ReactNode] => [name, state]),
  ]
  return <FactList className={css.facts} facts={facts} />
}

/** What waits only for its time, such as a text at eight in the morning, has not begun to wait. */
const Since = ({ queue: { oldest, next } }: { queue: QueueRow }) =>
  oldest ? (
    <LogTime at={oldest} />
  ) : next ? (
    <>
      尚未到时，最早定于 <LogTime at={next} />
    </>
  ) : (
    '尚无'
  )

const Alive = ({ process: { alive, at } }: { process: ProcessRow }) =>
  alive ? (
    <StatusTag tone="done">正常</StatusTag>
  ) : (
    <>
      <StatusTag tone="urgent">失去消息</StatusTag> <LogTime at={at} />
    </>
  )

interface RowsProps<Row> {
  name: string
  rows: readonly Row[]
  columns: readonly (readonly [string, (row: Row) => ReactNode])[]
  empty: string
}
const Rows = <Row,>({ name, rows, columns, empty }: RowsProps<Row>) =>
  rows.length === 0 ? (
    <p className="meta">{empty}</p>
  ) : (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls sideways must be reachable by keyboard
    <div className={css.scroll} tabIndex={0} role="group" aria-label={name}>
      <table className={css.rows}>
        <thead>
          <tr>
            {columns.map(([head]) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, n) => (
            <tr key={n}>
              {columns.map(([head, show]) => (
                <td key={head}>{show(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
