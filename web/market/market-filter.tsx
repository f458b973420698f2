import { Form, useSearchParams } from 'react-router'
import { FIGURE_MAX, marketKinds, type MarketKind } from '../../contract/market/states.ts'
import { listOf, MARKET } from './addresses.ts'
import styles from './market.module.css'

const workshopFields = [
  ['loadMin', '承重不低于（kg/㎡）'],
  ['heightMin', '层高不低于（米）'],
  ['craneMin', '行车不低于（吨）'],
  ['powerMin', '配电不低于（kVA）'],
] as const

/** Search words and numbers above the list, as one form that works without script; filters with counts are beside the list. */
export function MarketFilter({ kind }: { kind: MarketKind }) {
  const [params] = useSearchParams()
  const { areaUnit, priceUnit, side, of } = marketKinds[kind]
  const typed = ['q', 'areaMin', 'areaMax', 'priceMin', 'priceMax', 'availableBy', 'fresh', 'page', ...workshopFields.map(([key]) => key)]
  const kept = [...params].filter(([key, value]) => value && !typed.includes(key))
  const figure = (key: string, label: string) => (
    <label key={key}>
      <span className="field-label">{label}</span>
      <input
        className="field"
        type="number"
        min={0}
        max={FIGURE_MAX}
        step="any"
        inputMode="decimal"
        name={key}
        defaultValue={params.get(key) ?? ''}
      />
    </label>
  )
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
      {kind === 'workshopInfo' && (
        <label>
          <span className="field-label">最迟交付</span>
          <input className="field" type="date" name="availableBy" defaultValue={params.get('availableBy') ?? ''} />
        </label>
      )}
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
