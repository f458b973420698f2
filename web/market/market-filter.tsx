import type { ComponentProps } from 'react'
import { Form, useSearchParams } from 'react-router'
import { FIGURE_MAX, marketKinds, type MarketKind } from '../../contract/market/states.ts'
import type { FilterFault } from '../shell/public/filter-faults.ts'
import { listOf, MARKET } from './addresses.ts'
import styles from './market.module.css'

const workshopFields = [
  ['loadMin', '承重不低于（kg/㎡）'],
  ['heightMin', '层高不低于（米）'],
  ['craneMin', '行车不低于（吨）'],
  ['powerMin', '配电不低于（kVA）'],
] as const

/**
 * Search words and numbers above the list, as one form that works without script; filters with counts are beside the list. `faults`: what
 * the server refuses of them.
 */
export function MarketFilter({ kind, faults }: { kind: MarketKind; faults: readonly FilterFault[] }) {
  const [params] = useSearchParams()
  const { areaUnit, priceUnit, side, of } = marketKinds[kind]
  const typed = ['q', 'areaMin', 'areaMax', 'priceMin', 'priceMax', 'availableBy', 'fresh', 'page', ...workshopFields.map(([key]) => key)]
  // What is refused and has no field here would be refused again.
  const kept = [...params].filter(([key, value]) => value && !typed.includes(key) && !faults.some(({ path }) => path === key))
  const typedIn = (key: string, label: string, more: ComponentProps<'input'>) => {
    const fault = faults.find(({ path }) => path === key)?.message
    return (
      <label key={key}>
        <span className="field-label">{label}</span>
        <input
          {...more}
          className="field"
          name={key}
          defaultValue={params.get(key) ?? ''}
          aria-invalid={fault !== undefined || undefined}
          aria-describedby={fault && `fault-${key}`}
        />
        {fault && (
          <span id={`fault-${key}`} className="field-error">
            {fault}
          </span>
        )}
      </label>
    )
  }
  const number = { type: 'number', min: 0, max: FIGURE_MAX, step: 'any', inputMode: 'decimal' } as const
  const figure = (key: string, label: string) => typedIn(key, label, number)
  return (
    <Form method="get" action={MARKET} role="search" className={`card ${styles.form}`} key={params.toString()}>
      {kept.map(([key, value], n) => (
        <input key={n} type="hidden" name={key} value={value} />
      ))}
      <label>
        <span className="field-label">关键词</span>
        <input
          className="field"
          type="search"
          name="q"
          maxLength={64}
          defaultValue={params.get('q') ?? ''}
          placeholder="名称、地址、镇街或用途"
        />
      </label>
      {figure('areaMin', `面积从（${areaUnit}）`)}
      {figure('areaMax', `到（${areaUnit}）`)}
      {figure('priceMin', `${side === 'supply' ? '价格' : '预算'}从（${priceUnit}）`)}
      {figure('priceMax', `到（${priceUnit}）`)}
      {kind === 'workshopInfo' && typedIn('availableBy', '最迟交付', { type: 'date' })}
      <label className={styles.check}>
        <input type="checkbox" name="fresh" value="1" defaultChecked={params.get('fresh') === '1'} />
        只看近期确认的
      </label>
      <div className={styles.buttons}>
        <button className="btn btn-primary" type="submit">
          查询
        </button>
        <a className="btn" href={listOf(kind)}>
          重置
        </a>
      </div>
      {of === 'workshop' && (
        <details className={styles.more} open={workshopFields.some(([key]) => params.get(key))}>
          <summary>更多条件：承重、层高、行车、配电</summary>
          <div>{workshopFields.map(([key, label]) => figure(key, label))}</div>
        </details>
      )}
    </Form>
  )
}
