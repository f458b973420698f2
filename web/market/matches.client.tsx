import { useQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { market, type MatchRow } from '../../contract/market/dealing.ts'
import { marketKeeping } from '../../contract/market/keeping.ts'
import type { MarketItem } from '../../contract/market/item.ts'
import { fits, itemPath, marketKinds, QUESTION_MAX, type MarketKind } from '../../contract/market/states.ts'
import { call } from '../api.ts'
import { StatusTag } from '../kit/status-tag.tsx'
import { ErrorState } from '../kit/table/table-states.tsx'
import { toast } from '../toast.ts'
import styles from './market.module.css'

const SIZE = 20
const signs = { true: '✓', false: '✕', unknown: '？' } as const
const words = { true: '符合', false: '不符合', unknown: '待确认' } as const

/** “3 条只差承重”: among near matches, the conditions that alone are not met. */
function lackingOnly(list: readonly MatchRow[]): string {
  const alone = list.flatMap(({ verdict, conditions }) => {
    const failed = conditions.filter(({ result }) => result === 'false')
    return verdict === fits.code.near && failed.length === 1 ? [failed[0]!.label] : []
  })
  return [...Map.groupBy(alone, (label) => label)].map(([label, all]) => `${all.length} 条只差${label}`).join('，')
}

/** Sends the owner a question about the missing data with one click. */
function AskButton({ kind, match }: { kind: MarketKind; match: MatchRow }) {
  const [asked, setAsked] = useState(false)
  const open = [...new Set(match.conditions.filter(({ result }) => result === 'unknown').map(({ sentence }) => sentence))]
  const ask = async () => {
    const question = `请问是否满足：${open.join('；')}`.slice(0, QUESTION_MAX)
    await call(marketKeeping.ask, { body: { kind, id: match.id, question } })
    setAsked(true)
    toast.success('已问业主，回答后通知您')
  }
  return (
    <Button size="small" disabled={asked} onClick={() => void ask().catch(() => undefined)}>
      {asked ? '已问业主' : '问业主'}
    </Button>
  )
}

/** The matches of an item, the best first: full matches, near matches with their gap, and matches with open questions. */
export function Matches({ kind, row, onClose }: { kind: MarketKind; row: Pick<MarketItem, 'id' | 'title'>; onClose(): void }) {
  const [size, setSize] = useState(SIZE)
  const { side, other } = marketKinds[kind]
  const endpoint = side === 'supply' ? market.forSupply : market.forDemand
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['market', 'matches', row.id, size],
    queryFn: () => call(endpoint, { query: { kind, id: row.id, pageSize: size } }, { silent: true }),
    placeholderData: (last) => last,
  })
  return (
    <Drawer
      title={`${side === 'supply' ? '适合' : '符合'}“${row.title}”的${marketKinds[other].name}`}
      open
      onClose={onClose}
      size={760}
      destroyOnHidden
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <p role="status">正在逐条比对…</p>
      ) : (
        <>
          <p className="meta">
            共比对 {data.total} 条：{data.counts.map(({ name, count }) => `${name} ${count}`).join('，')}。没有列出的是不符合的。
          </p>
          {lackingOnly(data.list) && <p>{lackingOnly(data.list)}</p>}
          {data.list.length === 0 && <p>现在没有合适的{marketKinds[other].name}，有新的会在这里出现。</p>}
          {data.list.map((match) => (
            <section key={match.id} className={styles.match} aria-label={match.title}>
              <h3>
                <StatusTag tone={fits.tones[match.verdict as 0]}>{match.verdictName}</StatusTag>{' '}
                <a href={itemPath(other, match.id)} target="_blank" rel="noopener">
                  {match.title}
                </a>
              </h3>
              <p className="meta">
                {[match.areaText, match.priceText, match.streetName, match.staleDays === null ? '' : `已 ${match.staleDays} 天未确认`]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
              <ul className={styles.reasons}>
                {match.conditions.map((condition) => (
                  <li key={condition.sentence}>
                    <span aria-hidden="true">{signs[condition.result]} </span>
                    <span className="visually-hidden">{words[condition.result]}：</span>
                    {condition.sentence}
                    {condition.result !== 'true' && `（${[condition.actual, condition.gap].filter(Boolean).join('，')}）`}
                  </li>
                ))}
              </ul>
              {side === 'demand' && match.verdict === fits.code.open && <AskButton kind={other} match={match} />}
            </section>
          ))}
          {data.list.length === size && size < 50 && <Button onClick={() => setSize(50)}>再看一些</Button>}
        </>
      )}
    </Drawer>
  )
}
