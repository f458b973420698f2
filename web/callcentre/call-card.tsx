import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { callPop, type CallCard as Card } from '../../contract/callcentre/desk.ts'
import { call } from '../api.ts'
import { CompanySelect } from '../kit/choose/company-select.tsx'
import { ErrorState } from '../kit/table/table-states.tsx'
import { ViewOnlyForm } from '../kit/view-only.tsx'
import { lazyPart } from '../shell/lazy-part.tsx'
import { toast } from '../toast.ts'
import { CallFacts, CallInBrief } from './call-facts.tsx'
import type { Typed } from './call-form.client.tsx'
import { CompanyCard, CompanyTimeline } from './company-card.tsx'
import css from './ecall.module.css'
import { cardKey } from './words.tsx'

const CallForm = lazyPart(() => import('./call-form.client.tsx').then((m) => m.CallForm))
const AppealOfCall = lazyPart(() => import('./appeal-of-call.client.tsx').then((m) => m.AppealOfCall))

const BEHIND_MS = 400

/** The company that the agent has chosen; null: the one that the number suggests; none: the call has no company. */
type Chosen = number | null | 'none'

interface Props {
  id: number | null
  /** the version of this call in the queue, which is asked for regularly */
  version: number | undefined
  onDone(): Promise<unknown>
}

/** The caller, as soon as the telephone rings: the company, its open matters, its policy results, and the form for the call. */
export function CallCard({ id, version, onDone }: Props) {
  const [chosen, setChosen] = useState<Chosen>(null)
  const companyId = chosen === 'none' ? null : chosen
  const [appealing, setAppealing] = useState(false)
  const [typed, setTyped] = useState<Typed>({})
  const found = useQuery({
    queryKey: cardKey(id, companyId),
    queryFn: () =>
      call(callPop.pop, { query: { ...(id === null ? {} : { id }), ...(companyId === null ? {} : { companyId }) } }, { silent: true }),
    enabled: id !== null || companyId !== null,
    placeholderData: (before) => before,
    // Without the live stream only the queue is polled: the card follows when its call was answered or has ended.
    refetchInterval: ({ state }) => ((state.data?.call?.version ?? Infinity) < (version ?? 0) ? BEHIND_MS : false),
    retry: false,
    staleTime: 0,
  })
  const known = useLatest(found.data)
  // A query that is switched off keeps what it showed before.
  const card = id === null && companyId === null ? null : known
  const row = card?.call ?? null
  // The call is known, and only the chosen company could not be loaded: what was typed stays.
  const failed = found.data === undefined && chosen !== null ? found.error : null
  const company = chosen === 'none' || failed ? null : (card?.company ?? null)
  const kept = row?.companyId && chosen === null && company === null ? (row.companyName ?? '') : null
  if (found.error && !card)
    return (
      <section className={css.box}>
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
        <p className={css.middle}>
          {/* A company that cannot be shown is left, and the call stays open. */}
          <Button onClick={() => (chosen === null ? void onDone() : setChosen(null))}>收起</Button>
        </p>
      </section>
    )
  const registered = async (words: string) => {
    toast.success(words)
    await onDone()
  }
  return (
    <>
      <section className={css.box} aria-labelledby="caller">
        <div className={css.line}>
          <h2 id="caller">{row ? '来电人' : '查询企业'}</h2>
          {row && (
            <Button size="small" onClick={() => void onDone()}>
              收起
            </Button>
          )}
        </div>
        {row && (row.result === null ? <CallInBrief row={row} /> : <CallFacts row={row} />)}
        {kept !== null && <p className={css.small}>已关联“{kept}”，该企业不在本账号的可见范围内。登记后关联不变；另选企业则改为所选的。</p>}
        {failed && (
          <>
            <ErrorState error={failed} onRetry={() => void found.refetch()} />
            <p className={css.middle}>
              <Button onClick={() => setChosen(null)}>不选这家企业</Button>
            </p>
          </>
        )}
        <Caller matches={card?.matches ?? []} company={company} companyId={companyId} onChoose={setChosen} />
      </section>
      {company && <CompanyCard company={company} />}
      {row && row.allowed.includes('register') && (
        <section className={css.box} aria-labelledby="words-of-call">
          <h2 id="words-of-call">{appealing ? '转诉求' : '登记'}</h2>
          <ViewOnlyForm>
            {appealing ? (
              <AppealOfCall
                row={row}
                companyId={companyId ?? company?.id ?? null}
                name={company?.name}
                typed={typed}
                onCancel={() => setAppealing(false)}
                onDone={onDone}
              />
            ) : (
              <CallForm
                key={row.id}
                row={row}
                companyId={kept === null ? (companyId ?? company?.id ?? null) : 'kept'}
                typed={typed}
                onAppeal={(words) => {
                  setTyped(words)
                  setAppealing(true)
                }}
                onDone={() => registered('已登记')}
              />
            )}
          </ViewOnlyForm>
        </section>
      )}
      {company && <CompanyTimeline company={company} />}
    </>
  )
}

/** The newest value that was there. */
function useLatest<T>(value: T | undefined): T | null {
  const [latest, setLatest] = useState(value)
  if (value !== undefined && value !== latest) setLatest(value)
  return value ?? latest ?? null
}

interface CallerProps {
  matches: Card['matches']
  company: Card['company']
  companyId: number | null
  onChoose(chosen: Chosen): void
}
/** A single match is chosen already, several matches are offered, and without a match there is a search. */
function Caller({ matches, company, companyId, onChoose }: CallerProps) {
  const others = matches.filter(({ id }) => id !== company?.id)
  return (
    <>
      {others.length > 0 && (
        <div>
          <p className={css.small}>{company ? '该号码也可能属于：' : '该号码可能属于：'}</p>
          <ul className={css.rows}>
            {others.map((match) => (
              <li key={match.id} className={css.line}>
                <span>
                  {match.name} <span className={css.small}>（{match.why}）</span>
                </span>
                <Button size="small" onClick={() => onChoose(match.id)}>
                  选择
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div>
        <p className={css.line}>
          <span className={css.small}>{company ? '不是这家企业？' : '按名称查找企业'}</span>
          {company && (
            <Button size="small" onClick={() => onChoose('none')}>
              不关联企业
            </Button>
          )}
        </p>
        <CompanySelect
          value={companyId}
          name={company?.id === companyId ? company?.name : undefined}
          onChange={(value) => onChoose(typeof value === 'number' ? value : null)}
        />
      </div>
    </>
  )
}
