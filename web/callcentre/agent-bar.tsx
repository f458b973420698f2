import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Input } from 'antd'
import { useState } from 'react'
import { callData } from '../../contract/callcentre/calls.ts'
import { callAgent } from '../../contract/callcentre/desk.ts'
import { agentCodes } from '../../contract/callcentre/states.ts'
import type { Data } from '../../contract/endpoint.ts'
import { call } from '../api.ts'
import { readFailure } from '../kit/failure.ts'
import { StatusTag } from '../kit/status-tag.tsx'
import { useOffered } from '../kit/view-only.tsx'
import css from './ecall.module.css'
import { useLoggedInAgain } from '../kit/form/shown-failure.ts'

type Agent = Pick<Data<typeof callAgent.me>, 'state' | 'stateName' | 'extension'>
const { offline, free, busy, talking } = agentCodes.code
const SHOWN = ['呼入', '呼出', '上报', '平均通话']

/** Before the first answer a dash holds its place, so that nothing moves. */
const figureOf = (item: { value: number | null; unit: string } | undefined): string =>
  item === undefined ? '—' : item.value === null ? '暂无' : `${item.value} ${item.unit}`

/** The states that agents can set themselves. */
type Said = typeof agentCodes.code.offline | typeof agentCodes.code.free | typeof agentCodes.code.busy

/** The agent's own state with the extension, and the agent's statistics of today. */
export function AgentBar({
  agent,
  deaf,
  pops,
  onPops,
  onDone,
}: {
  agent: Agent
  /** the desk could not be asked for new calls */
  deaf: boolean
  pops: boolean
  onPops(pops: boolean): void
  onDone(): Promise<unknown>
}) {
  const offered = useOffered()
  const [extension, setExtension] = useState(agent.extension ?? '')
  const [fault, setFault] = useState<string | null>(null)
  useLoggedInAgain(() => setFault(null))
  const [asked, setAsked] = useState<number | null>(null)
  const figures = useQuery({
    queryKey: ['call', 'today'],
    queryFn: () => call(callData.overview, { query: { mine: 1 } }, { silent: true }),
    retry: false,
  })
  const say = async (state: Said) => {
    if (state !== offline && extension.trim() === '') return setFault('请先填写分机')
    setAsked(state)
    setFault(null)
    try {
      await call(callAgent.state, { body: { state, ...(extension.trim() ? { extension: extension.trim() } : {}) } }, { silent: true })
      await onDone()
    } catch (error) {
      setFault(readFailure(error).message)
    } finally {
      setAsked(null)
    }
  }
  const button = (state: Said, label: string) => (
    <Button
      {...(agent.state === state ? { type: 'primary' as const } : {})}
      aria-pressed={agent.state === state}
      loading={asked === state}
      disabled={state === offline && agent.state === talking}
      {...offered}
      onClick={() => void say(state)}
    >
      {label}
    </Button>
  )
  return (
    <section className={css.box} aria-label="坐席状态" style={{ marginBottom: 16 }}>
      <div className={css.bar}>
        <StatusTag tone={agentCodes.tones[agent.state as keyof typeof agentCodes.tones]}>{agent.stateName}</StatusTag>
        <label>
          分机{' '}
          <Input
            className={css.extension!}
            inputMode="numeric"
            maxLength={8}
            value={extension}
            aria-invalid={fault !== null}
            {...offered}
            onChange={(e) => setExtension(e.target.value)}
          />
        </label>
        {button(free, agent.state === offline ? '签入' : '示闲')}
        {button(busy, '示忙')}
        {button(offline, '离线')}
        <Checkbox checked={pops} onChange={(e) => onPops(e.target.checked)}>
          来电自动打开
        </Checkbox>
        {(fault ?? deaf) && (
          <span role="alert" className={css.late}>
            {fault ?? '暂时读不到新的来电，正在重试。'}
          </span>
        )}
      </div>
      <dl className={css.figures} aria-label="今日本人">
        {SHOWN.map((label) => (
          <div key={label}>
            <dt>今日{label}</dt>
            <dd className="num">{figureOf(figures.data?.items.find((item) => item.label === label))}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
