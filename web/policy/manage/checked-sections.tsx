import { Checkbox, Skeleton } from 'antd'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { ClauseTable } from '../compare/clause-table.tsx'
import css from './policy-review.module.css'
import type { CheckedPair } from './use-checked-pair.ts'

/** Sections that are shown in full; of texts only the changes are expanded. */
const READ_WHOLE = new Set(['conditions', 'benefits'])

/** The waiting version beside the published one, section by section; the reviewer ticks each changed section. */
export function CheckedSections({ of, decides, after }: { of: CheckedPair; decides: boolean; after: string }) {
  const { pair, error } = of
  if (error) return <ErrorState error={error} onRetry={of.reread} />
  if (!pair) return <Skeleton active />
  const changes = pair.sections.reduce((n, s) => n + s.changes, 0)
  return (
    <div className={css.compare}>
      <p>
        {!pair.from
          ? '本政策尚未上架，全部内容为新增。'
          : changes === 0
            ? `${after}与现行版本没有差别。`
            : `与现行版本相比共有 ${changes} 处变化。`}
        {pair.to.note && `修改说明：${pair.to.note}`}
      </p>
      {pair.sections.map((s) => (
        <section key={s.key} aria-labelledby={`pair-${s.key}`}>
          <h4 id={`pair-${s.key}`}>
            {s.name} <span className="meta">{s.changes === 0 ? '没有变化' : `${s.changes} 处变化`}</span>
          </h4>
          <ClauseTable
            name={s.name}
            rows={s.rows}
            before={pair.from ? '现行' : null}
            after={after}
            whole={decides && READ_WHOLE.has(s.key)}
          />
          {decides && s.changes > 0 && (
            <Checkbox className={css.tick!} checked={of.ticked.has(s.key)} onChange={(e) => of.tick(s.key, e.target.checked)}>
              已核对“{s.name}”的 {s.changes} 处变化
            </Checkbox>
          )}
        </section>
      ))}
    </div>
  )
}
