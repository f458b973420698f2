import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { callAgent } from '../../contract/callcentre/desk.ts'
import { call } from '../api.ts'
import { ErrorState } from '../kit/table/table-states.tsx'
import { hear, isLive } from '../live.ts'
import { useCan } from '../session.ts'
import { onItsWay } from '../shell/lazy-part.tsx'
import { NoRight } from '../shell/no-right.tsx'
import { RightWithdrawn } from '../shell/right-withdrawn.tsx'
import { useSite } from '../shell/root-data.ts'
import { SessionUnknown } from '../shell/session-unknown.tsx'
import { useHeldScreen } from '../shell/use-held-screen.ts'
import { useReadyUser } from '../shell/use-ready-user.ts'
import { AgentBar } from './agent-bar.tsx'
import CallBoard from './call-board.tsx'
import { CallCard } from './call-card.tsx'
import { CallQueue } from './call-queue.tsx'
import { CallbackList } from './callback-list.tsx'
import css from './ecall.module.css'
import { usePops } from './pops.ts'
import { ScriptPanel } from './script-panel.tsx'
import { callbackKey, deskKey } from './words.tsx'

/** Interval of polling when there is no live stream. */
const ASK_MS = 3000
const ADDRESS = '/ecall'

/** The agent's desk; users who may only read calls see the board. */
export default function Ecall() {
  const { user, unknown, look } = useReadyUser()
  const can = useCan()
  const site = useSite()
  const { open, held } = useHeldScreen(can('call:agent'), ADDRESS)
  if (unknown) return <SessionUnknown onKnown={look} />
  if (user === undefined) return onItsWay
  if (user && open)
    return (
      <>
        {held && <RightWithdrawn user={user} path={ADDRESS} />}
        <Desk userId={user.id} />
      </>
    )
  return (
    <>
      <Head />
      {user === null && (
        <p role="alert">
          请先
          <a href="/login?redirect=%2Fecall" style={{ textDecoration: 'underline' }}>
            登录
          </a>
          。
        </p>
      )}
      {user && (can('call:read') ? <CallBoard /> : <NoRight title="企业服务呼叫中心" user={user} phone={site.phone} path={ADDRESS} />)}
    </>
  )
}

function Head() {
  const can = useCan()
  return (
    <header className={css.head}>
      <h1>企业服务呼叫中心</h1>
      <p className={css.bar}>
        {can('call:read') && <Link to="/work/cal">呼叫统计</Link>}
        <Link to="/work">返回工作台</Link>
      </p>
    </header>
  )
}

function Desk({ userId }: { userId: number }) {
  const [pops, setPops] = usePops(userId)
  const [params, setParams] = useSearchParams()
  const client = useQueryClient()
  const desk = useQuery({
    queryKey: deskKey,
    queryFn: () => call(callAgent.me, {}, { silent: true }),
    retry: false,
    staleTime: 0,
  })
  const id = /^[1-9]\d{0,14}$/.test(params.get('id') ?? '') ? Number(params.get('id')) : null
  const choose = useCallback(
    (one: number | null) => setParams(one === null ? {} : { id: String(one) }, { preventScrollReset: true, replace: true }),
    [setParams],
  )
  const again = useCallback(() => client.invalidateQueries({ queryKey: ['call'] }), [client])
  useEffect(() => {
    // Other agents' missed calls change the queue; the card of the present caller and the figures stay as they are.
    const queue = () => [deskKey, callbackKey].map((queryKey) => client.invalidateQueries({ queryKey }))
    const deaf = [hear('call', () => void again()), hear('queue', () => void queue())]
    const timer = setInterval(() => {
      if (!isLive()) void client.invalidateQueries({ queryKey: deskKey }, { cancelRefetch: false })
    }, ASK_MS)
    return () => {
      clearInterval(timer)
      for (const stop of deaf) stop()
    }
  }, [again, client])
  const open = desk.data?.open
  const shown = useRef(new Set<number>())
  // A ringing call opens by itself once, only when no other call is open and the agent has not switched this off; a dismissed call stays in
  // the queue.
  useEffect(() => {
    if (id !== null) shown.current.add(id)
    const rings = pops && id === null ? open?.find((one) => !shown.current.has(one.id)) : undefined
    if (rings) choose(rings.id)
  }, [pops, id, open, choose])
  // Later failures leave the desk as it was: it is asked again in seconds, and a call is being written down.
  if (!desk.data) return desk.error ? <ErrorState error={desk.error} onRetry={() => void desk.refetch()} /> : onItsWay
  return (
    <>
      <Head />
      <AgentBar agent={desk.data} deaf={desk.error !== null} pops={pops} onPops={setPops} onDone={again} />
      <div className={css.desk} data-idle={id === null || undefined}>
        {/* The caller comes first in the document: above the queue on a phone, and first for screen readers. */}
        <div className={`${css.column} ${css.caller}`}>
          <CallCard
            key={id ?? 'none'}
            id={id}
            version={open?.find((one) => one.id === id)?.version}
            onDone={async () => {
              choose(null)
              await again()
            }}
          />
        </div>
        <div className={`${css.column} ${css.queue}`}>
          <CallQueue desk={desk.data} chosen={id} onChoose={choose} onDone={again} />
          <CallbackList onDone={again} />
        </div>
        <div className={css.column}>
          <ScriptPanel />
        </div>
      </div>
    </>
  )
}
