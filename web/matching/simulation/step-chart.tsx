import type { SimulationCliff, SimulationCurve } from '../../../contract/matching/simulation.ts'
import { verdicts } from '../../../contract/matching/verdicts.ts'
import { money } from '../../kit/money.ts'
import { figureText } from './lever-field.tsx'
import styles from './simulation.module.css'

const W = 720
const H = 280
const PAD = { left: 64, right: 20, top: 24, bottom: 40 }
/** Maximum number of jumps that have a number in the chart; the table lists all. */
const NUMBERED = 12

const round = (value: number) => Math.round(value * 100) / 100
const tidyTop = (value: number) => {
  if (value <= 0) return 1
  const unit = 10 ** Math.floor(Math.log10(value))
  return Math.ceil((value * 1.05) / (unit / 2)) * (unit / 2)
}
const what = (cliff: SimulationCliff) =>
  cliff.changes
    .map((c) =>
      c.from === c.to
        ? `${c.title}：${c.before === null ? '无金额' : money(c.before)} → ${c.after === null ? '无金额' : money(c.after)}`
        : `${c.title}：${verdicts[c.from]} → ${verdicts[c.to]}`,
    )
    .join('；') || '叠加规则或封顶的变化'

/** The total amount against one fact: a step line with marked jumps, the company's present value, and the same data as a table. */
export function StepChart({ curve, value, onPick }: { curve: SimulationCurve; value: number | null; onPick(value: number): void }) {
  const top = tidyTop(Math.max(...curve.points.map((p) => p.total)))
  const x = (v: number) => PAD.left + ((v - curve.from) / (curve.to - curve.from || 1)) * (W - PAD.left - PAD.right)
  const y = (v: number) => H - PAD.bottom - (v / top) * (H - PAD.top - PAD.bottom)
  const line = curve.points.map((p) => `${round(x(p.value))},${round(y(p.total))}`).join(' ')
  const marked = curve.cliffs.toSorted((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before)).slice(0, NUMBERED)
  const here = value === null || value < curve.from || value > curve.to ? null : value
  const total = here === null ? null : totalAt(curve, here)
  const name = (v: number) => figureText(v, curve.unit)
  return (
    <figure className={styles.chart}>
      <figcaption>
        <strong>{curve.label}与可享金额</strong>
        <span className="meta">
          {' '}
          {name(curve.from)} 至 {name(curve.to)}，{curve.cliffs.length > 0 ? `${curve.cliffs.length} 个断点` : '没有断点'}
          ；断点按政策条款精确计算
          {!curve.complete && '（断点过多，只列变化最大的）'}
        </span>
      </figcaption>
      <svg viewBox={`0 0 ${W} ${H}`} role="img" aria-label={`${curve.label}与可享金额的阶梯图，数据见下表`}>
        {[0, 0.25, 0.5, 0.75, 1].map((part) => (
          <g key={part}>
            <line x1={PAD.left} x2={W - PAD.right} y1={y(top * part)} y2={y(top * part)} className={styles.grid} />
            <text x={PAD.left - 8} y={y(top * part) + 4} textAnchor="end" className={styles.tick}>
              {Math.round(top * part * 100) / 100}
            </text>
          </g>
        ))}
        {[0, 0.25, 0.5, 0.75, 1].map((part) => {
          const v = curve.from + (curve.to - curve.from) * part
          return (
            <text
              key={part}
              x={x(v)}
              y={H - PAD.bottom + 20}
              textAnchor={part === 0 ? 'start' : part === 1 ? 'end' : 'middle'}
              className={styles.tick}
            >
              {name(Math.round(v * 1e4) / 1e4)}
            </text>
          )
        })}
        <text x={PAD.left} y={14} className={styles.tick}>
          可享金额（万元）
        </text>
        {curve.cliffs.map((cliff) => (
          <line key={cliff.value} x1={x(cliff.value)} x2={x(cliff.value)} y1={PAD.top} y2={H - PAD.bottom} className={styles.cliff} />
        ))}
        <polyline points={line} className={styles.line} />
        {curve.cliffs.map((cliff, at) => (
          <g key={cliff.value}>
            <circle cx={x(cliff.value)} cy={y(cliff.after)} r={4} className={styles.dot} />
            {marked.includes(cliff) && (
              <text x={x(cliff.value)} y={Math.max(PAD.top + 8, y(cliff.after) - 10)} textAnchor="middle" className={styles.mark}>
                {at + 1}
              </text>
            )}
          </g>
        ))}
        {here !== null && total !== null && (
          <g>
            <line x1={x(here)} x2={x(here)} y1={PAD.top} y2={H - PAD.bottom} className={styles.here} />
            <circle cx={x(here)} cy={y(total)} r={6} className={styles.hereDot} />
            <text x={Math.min(x(here) + 8, W - 90)} y={H - PAD.bottom - 8} className={styles.hereText}>
              当前 {name(here)}
            </text>
          </g>
        )}
      </svg>
      {curve.cliffs.length > 0 && <Cliffs curve={curve} onPick={onPick} />}
      <details className={styles.data}>
        <summary>曲线数据</summary>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{curve.label}</th>
              <th scope="col">可享金额</th>
            </tr>
          </thead>
          <tbody>
            {curve.points.map((p) => (
              <tr key={p.value}>
                <td className="num">{name(p.value)}</td>
                <td className="num">{money(p.total)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}

/** All jumps with what changes there; a button sets the fact to that value. */
function Cliffs({ curve, onPick }: { curve: SimulationCurve; onPick(value: number): void }) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">序号</th>
            <th scope="col">{curve.label}达到</th>
            <th scope="col">之前</th>
            <th scope="col">之后</th>
            <th scope="col">变化的政策</th>
            <th scope="col" data-print="hide">
              <span className="visually-hidden">操作</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {curve.cliffs.map((cliff, at) => (
            <tr key={cliff.value}>
              <td>{at + 1}</td>
              <td className="num">{figureText(cliff.value, curve.unit)}</td>
              <td className="num">{money(cliff.before)}</td>
              <td className="num">{money(cliff.after)}</td>
              <td>{what(cliff)}</td>
              <td data-print="hide">
                <button type="button" className="btn btn-small" onClick={() => onPick(cliff.value)}>
                  调到这里
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The total at a value, interpolated between the neighbouring points. */
export function totalAt({ points }: Pick<SimulationCurve, 'points'>, value: number): number {
  const at = points.findIndex((p) => p.value >= value)
  const b = points[at] ?? points.at(-1)!
  const a = points[Math.max(0, at - 1)]!
  return b.value === value || a.value === b.value ? b.total : a.total + ((b.total - a.total) * (value - a.value)) / (b.value - a.value)
}
