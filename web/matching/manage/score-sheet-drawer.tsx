import { useQuery } from '@tanstack/react-query'
import { Drawer, Skeleton } from 'antd'
import { highTech, type ScoreQuestion, type ScoreResultRow, type ScoreSheet } from '../../../contract/matching/hightech.ts'
import { call } from '../../api.ts'
import { PrintButton } from '../../kit/print-button.tsx'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { ScoreSummary } from '../scoring/score-summary.tsx'
import css from './manage.module.css'

const span = (low: number, high: number) => (low === high ? `${low}` : `${low}～${high}`)
const valueText = ({ value, options, unit }: ScoreQuestion['inputs'][number]) => {
  if (value === null) return '未填写'
  const words = [value]
    .flat()
    .map((v) => options?.find((o) => o.value === v)?.label ?? (v === true ? '是' : v === false ? '否' : String(v)))
  return `${words.join('、')}${unit && unit !== 'ratio' ? ` ${unit}` : ''}`
}

/** A company's score sheet for staff, read-only: points by question, their evidence, and what is lacking. */
export function ScoreSheetDrawer({ policyId, row, onClose }: { policyId: number; row: ScoreResultRow; onClose(): void }) {
  const sheet = useQuery({
    queryKey: ['score', 'sheet', policyId, row.companyId],
    queryFn: () => call(highTech.questions, { query: { policyId, companyId: row.companyId } }, { silent: true }),
    retry: false,
  })
  return (
    <Drawer open title={`评分表：${row.companyName}`} size={820} onClose={onClose} destroyOnHidden extra={sheet.data && <PrintButton />}>
      {sheet.isError ? (
        <ErrorState error={sheet.error} onRetry={() => void sheet.refetch()} />
      ) : sheet.data ? (
        <>
          <ScoreSummary sheet={sheet.data} live={null} />
          {sheet.data.groups.map((group) => (
            <Group key={group.id} sheet={sheet.data} group={group} />
          ))}
        </>
      ) : (
        <Skeleton active />
      )}
    </Drawer>
  )
}

function Group({ sheet, group }: { sheet: ScoreSheet; group: ScoreSheet['groups'][number] }) {
  return (
    <section id={`group-${group.id}`} aria-labelledby={`staff-group-${group.id}`} style={{ marginTop: 24 }}>
      <h3 id={`staff-group-${group.id}`}>
        {group.label}{' '}
        <span className="meta num">
          {span(group.min, group.high)} / {group.max} 分{group.override && group.override.value !== null && '（直接填写）'}
        </span>
      </h3>
      <table className={css.sheet}>
        <thead>
          <tr>
            <th scope="col">评分项</th>
            <th scope="col">得分</th>
            <th scope="col">依据</th>
          </tr>
        </thead>
        <tbody>
          {sheet.questions
            .filter((q) => q.group === group.id)
            .map((q) => (
              <tr key={q.id}>
                <th scope="row">{q.title}</th>
                <td className="num">
                  {span(q.points.min, q.points.max)} / {q.maxScore}
                  {q.reason && <div className="meta">{q.reason}</div>}
                </td>
                <td>
                  {q.inputs.map((input) => (
                    <div key={input.key}>
                      {input.label}：{valueText(input)}
                      {input.source && <span className="meta">（{input.source}）</span>}
                    </div>
                  ))}
                  {q.table && (
                    <div>
                      {q.table.label}：{q.table.rows.length} 条
                    </div>
                  )}
                  {q.missing.length > 0 && <div className="meta">待补充：{q.missing.join('、')}</div>}
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  )
}
