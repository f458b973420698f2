import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { smsSend, type SmsMessageRow } from '../../contract/sms/sends.ts'
import { smsMessageCodes, smsSkips } from '../../contract/sms/states.ts'
import { call } from '../api.ts'
import { RevealButton } from '../kit/dialog/reveal-button.tsx'
import { StatusTag } from '../kit/status-tag.tsx'
import { ErrorState } from '../kit/table/table-states.tsx'
import css from './sms.module.css'

const SIZE = 20
const MESSAGES_MS = 5000
const { queued, submitted } = smsMessageCodes.code
const isOpen = ({ state }: SmsMessageRow): boolean => state === queued || state === submitted

interface Props {
  id: number
  /** approved: what is not sent yet waits in the queue; before that it is only what would be sent */
  isReleased: boolean
  /** changes with every dry run and step of the send: the messages are then read anew */
  standing: string
  /** results are still coming in */
  isMoving: boolean
}

/** The messages of a send: recipient, text and result. Numbers are masked; one is shown whole after a reason is given. */
export function Messages({ id, isReleased, standing, isMoving }: Props) {
  const [state, setState] = useState<number | null>(null)
  const [page, setPage] = useState(1)
  const found = useQuery({
    queryKey: ['sms-messages', id, standing, state, page],
    queryFn: () => call(smsSend.messages, { query: { id, page, pageSize: SIZE, ...(state === null ? {} : { state }) } }, { silent: true }),
    retry: false,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (isReleased && (isMoving || data?.list.some(isOpen)) ? MESSAGES_MS : false),
  })
  if (found.error) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  const total = found.data?.total ?? 0
  const change = (next: number | null) => {
    setPage(1)
    setState(next)
  }
  return (
    <section aria-label="每一条短信" className={css.stack}>
      <div className={css.actions}>
        <Select
          aria-label="短信状态"
          style={{ minWidth: 140 }}
          allowClear
          placeholder="全部状态"
          value={state}
          onChange={(one) => change(one ?? null)}
          options={Object.entries(smsMessageCodes.labels).map(([value, label]) => ({
            value: Number(value),
            label: wordsOf(Number(value), label, isReleased),
          }))}
        />
        <span role="status">
          共 {total} 条{found.data !== undefined && found.data.hidden > 0 && `，另有 ${found.data.hidden} 家不在您的范围内`}
        </span>
        <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
          上一页
        </Button>
        <Button disabled={page * SIZE >= total} onClick={() => setPage(page + 1)}>
          下一页
        </Button>
      </div>
      <ul className={css.texts}>
        {found.data?.list.map((one) => (
          <Message key={one.id} message={one} isReleased={isReleased} />
        ))}
      </ul>
    </section>
  )
}

const wordsOf = (state: number, label: string, isReleased: boolean): string => (state === queued && !isReleased ? '将发送' : label)
/** A queued message has a reason when it failed before and is repeated. */
const withReason = (label: string, { state, reason }: SmsMessageRow): string =>
  reason ? `${label}${state === queued ? '，上次失败' : ''}：${reason}` : label

function Message({ message: m, isReleased }: { message: SmsMessageRow; isReleased: boolean }) {
  const status = smsMessageCodes.statuses[m.state as keyof typeof smsMessageCodes.statuses]
  const label = wordsOf(m.state, status.label, isReleased)
  const to = m.name || '未填姓名'
  return (
    <li>
      {to} <span className="num">{m.phone || (m.reason === smsSkips.malformed ? '' : smsSkips.none)}</span>{' '}
      {m.phone && (
        <RevealButton
          label={`${to}的号码`}
          of={`sms:${m.id}`}
          load={(reason) => call(smsSend.reveal, { body: { id: m.id, reason } }, { silent: true })}
        />
      )}{' '}
      <StatusTag tone={status.tone}>{withReason(label, m)}</StatusTag>
      <p className={css.note}>{m.text}</p>
    </li>
  )
}
