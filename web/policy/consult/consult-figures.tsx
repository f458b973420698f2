import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { consult } from '../../../contract/policy/consult.ts'
import { call } from '../../api.ts'
import { BarChart } from '../../kit/chart/bar-chart.tsx'
import type { DateRange } from '../../kit/date/date-range.ts'
import DateRangeInput from '../../kit/date/date-range-input.tsx'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { showNumber } from '../../kit/form/values.ts'
import css from './consults.module.css'

/** 咨询统计: number, speed and subjects; by default of the last twelve months. */
export default function ConsultFigures({ onClose }: { onClose: () => void }) {
  const [period, setPeriod] = useState<DateRange>({ start: null, end: null })
  const asked = { ...(period.start ? { startTime: period.start } : {}), ...(period.end ? { endTime: period.end } : {}) }
  const query = useQuery({
    queryKey: ['consult-figures', asked],
    queryFn: () => call(consult.statistics, { query: asked }, { silent: true }),
    placeholderData: (before) => before,
    retry: false,
  })
  const d = query.data
  return (
    <Modal open title="咨询统计" width={860} onCancel={onClose} footer={<Button onClick={onClose}>关闭</Button>}>
      <div className={css.period}>
        <DateRangeInput quick label="咨询日期" value={period} onChange={setPeriod} />
      </div>
      {query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !d ? (
        <p role="status">正在加载…</p>
      ) : (
        <>
          <p>
            共 <strong className="num">{d.total}</strong> 条，已回复 <strong className="num">{d.answered}</strong> 条，待回复{' '}
            <strong className="num">{d.waiting}</strong> 条
            {d.averageHours !== null && (
              <>
                ，平均 <strong className="num">{showNumber(d.averageHours)}</strong> 小时答复
              </>
            )}
          </p>
          <BarChart title="每月咨询与答复" unit="条" nameLabel="月份" names={d.names} series={d.series} height={320} />
          {d.policies.length > 0 && (
            <table className={css.asked}>
              <caption>咨询最多的政策</caption>
              <thead>
                <tr>
                  <th scope="col">政策</th>
                  <th scope="col">咨询</th>
                  <th scope="col">待回复</th>
                </tr>
              </thead>
              <tbody>
                {d.policies.map((p) => (
                  <tr key={p.polInfoId}>
                    <td>
                      <a href={`/work/policyconsult?keyword=${encodeURIComponent(p.policyTitle.slice(0, 60))}`}>{p.policyTitle}</a>
                    </td>
                    <td className="num">{p.count}</td>
                    <td className="num">{p.waiting}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </>
      )}
    </Modal>
  )
}
