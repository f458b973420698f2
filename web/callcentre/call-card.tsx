import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { callPop, type CallCard as Card } from '../../contract/callcentre/desk.ts'
import { call } from '../api.ts'
import { CompanySelect } from '../kit/choose/company-select.tsx'
import { ErrorState } from '../kit/table/table-states.tsx'
import { lazyPart } from '../shell/lazy-part.tsx'
import { toast } from '../toast.ts'
import { CallFacts, CallInBrief } from './call-facts.tsx'
import type { Typed } from './call-form.client.tsx'
import { CompanyCard, CompanyTimeline } from './company-card.tsx'
import css from './ecall.module.css'
import { cardKey } from './words.tsx'

const CallForm = lazyPart(() => import('./call-form.client.tsx').then((m) => m.CallForm))
const AppealOfCall = lazyPart(() => import('./appeal-of-call.client.tsx').then((m) => m.AppealOfCall))

/** The caller, as soon as the telephone rings: the company, its open matters, its policy results, and the form for the call. */
export function CallCard({ id, onDone }: { id: number | null; onDone(): Promise<unknown> }) {
  const [companyId, setCompanyId] = useState<number | null>(null)
  const [appealing, setAppealing] = useState(false)
  const [typed, setTyped] = useState<Typed>({})
  const found = useQuery({
    queryKey: cardKey(id, companyId),
    queryFn: () =>
      call(callPop.pop, { query: { ...(id === null ? {} : { id }), ...(companyId === null ? {} : { companyId }) } }, { silent: true }),
    enabled: id !== null || companyId !== null,
    placeholderData: (before) => before,
    retry: false,
    staleTime: 0,
  })
  if (found.error && !found.data) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  const card = found.data ?? null
  const row = card?.call ?? null
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
        <Caller card={card} companyId={companyId} onChoose={setCompanyId} />
      </section>
      {card?.company && <CompanyCard company={card.company} />}
      {row && row.allowed.includes('register') && (
        <section className={css.box} aria-labelledby="words-of-call">
          <h2 id="words-of-call">{appealing ? '转诉求' : '登记'}</h2>
          {appealing && card?.company ? (
            <AppealOfCall row={row} company={card.company} typed={typed} onCancel={() => setAppealing(false)} onDone={onDone} />
          ) : (
            <CallForm
              key={row.id}
              row={row}
              companyId={card?.company?.id ?? null}
              typed={typed}
              onAppeal={(words) => {
                setTyped(words)
                setAppealing(true)
              }}
              onDone={() => registered('已登记')}
            />
          )}
        </section>
      )}
      {card?.company && <CompanyTimeline company={card.company} />}
    </>
  )
}

/** A single match is chosen already, several matches are offered, and without a match there is a search. */
function Caller({ card, companyId, onChoose }: { card: Card | null; companyId: number | null; onChoose(id: number | null): void }) {
  const others = (card?.matches ?? []).filter(({ id }) => id !== card?.company?.id)
  return (
    <>
      {others.length > 0 && (
        <div>
          <p className={css.small}>{card?.company ? '该号码也可能属于：' : '该号码可能属于：'}</p>
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
        <p className={css.small}>{card?.company ? '不是这家企业？' : '按名称查找企业'}</p>
        <CompanySelect
          value={companyId}
          name={card?.company?.id === companyId ? card?.company?.name : undefined}
          onChange={(value) => onChoose(typeof value === 'number' ? value : null)}
        />
      </div>
    </>
  )
}
