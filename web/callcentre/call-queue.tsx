import { Button } from 'antd'
import { useState } from 'react'
import type { callAgent } from '../../contract/callcentre/desk.ts'
import { agentCodes, callCodes } from '../../contract/callcentre/states.ts'
import type { Data } from '../../contract/endpoint.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { useOffered } from '../kit/view-only.tsx'
import { lazyPart } from '../shell/lazy-part.tsx'
import css from './ecall.module.css'
import { CallState } from './words.tsx'

const Simulator = lazyPart(() => import('./simulator.tsx').then((m) => m.Simulator))
const EnterCall = lazyPart(() => import('./call-drawer.tsx').then((m) => m.EnterCall))

/** Calls that ring, are in progress, or wait to be registered; screen readers announce a ringing call. */
export function CallQueue({
  desk,
  chosen,
  onChoose,
  onDone,
}: {
  desk: Data<typeof callAgent.me>
  chosen: number | null
  onChoose(id: number): void
  onDone(): Promise<unknown>
}) {
  const [byHand, setByHand] = useState(false)
  const offered = useOffered()
  const ringing = desk.open.filter(({ state }) => state === callCodes.code.ringing)
  return (
    <section className={css.box} aria-labelledby="call-queue">
      <div className={css.line}>
        <h2 id="call-queue">通话</h2>
        <Button size="small" {...offered} onClick={() => setByHand(true)}>
          手工登记
        </Button>
      </div>
      <p role="status" aria-live="assertive" className="visually-hidden">
        {ringing.length > 0 ? `来电振铃：${ringing.map((row) => row.companyName ?? row.phone).join('、')}` : ''}
      </p>
      {desk.open.length === 0 ? (
        <p className={css.small}>
          {desk.state === agentCodes.code.offline ? '签入后，打到本分机的来电会出现在这里。' : '现在没有来电。没有电话系统时可以手工登记。'}
        </p>
      ) : (
        <ul className={css.rows}>
          {desk.open.map((row) => (
            <li key={row.id}>
              <button
                type="button"
                className={css.call}
                data-state={row.state}
                {...(row.id === chosen ? { 'aria-current': true } : {})}
                onClick={() => onChoose(row.id)}
              >
                <span className={css.line}>
                  <strong className="num">{row.phone}</strong> <CallState row={row} />
                </span>
                <span>{row.companyName ?? '未识别的来电'}</span>
                <span className={css.small}>
                  {row.directionName} · {localMinute(row.startTime)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {desk.simulator && desk.state !== agentCodes.code.offline && <Simulator onDone={onDone} />}
      {byHand && <EnterCall onClose={() => setByHand(false)} onDone={onDone} />}
    </section>
  )
}
