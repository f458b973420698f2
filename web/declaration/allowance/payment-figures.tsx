import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { payment } from '../../../contract/declaration/payment.ts'
import { call } from '../../api.ts'
import { wan } from '../../kit/money.ts'
import css from './allowance.module.css'
import { BudgetDialog } from './budget-dialog.tsx'

/** This year's budget and its rest, and the days on which publicities end. */
export function PaymentFigures({ pays }: { pays: boolean }) {
  const year = new Date().getFullYear()
  const [editing, setEditing] = useState(false)
  const budget = useQuery({
    queryKey: ['allowance', 'budget', year],
    queryFn: () => call(payment.budget, { query: { year } }, { silent: true }),
    retry: false,
  })
  const days = useQuery({
    queryKey: ['allowance', 'calendar'],
    queryFn: () => call(payment.calendar, { query: {} }, { silent: true }),
    retry: false,
  })
  const b = budget.data
  const due = days.data?.filter((d) => d.ended) ?? []
  const coming = days.data?.filter((d) => !d.ended) ?? []
  return (
    <div className={css.figures}>
      {b && (
        <span>
          {b.year} 年全县预算 <strong className="num">{b.budget === null ? '未设定' : wan(b.budget)}</strong>
          {b.left !== null && (
            <>
              ，全县余额 <strong className="num">{wan(b.left)}</strong>（按全部补贴计）
            </>
          )}{' '}
          {pays && (
            <Button size="small" onClick={() => setEditing(true)}>
              设定预算
            </Button>
          )}
        </span>
      )}
      {due.length > 0 && (
        <span>
          公示期满待拨付 <strong className="num">{due.reduce((n, d) => n + d.count, 0)}</strong> 笔、
          <strong className="num">{wan(due.reduce((n, d) => n + d.amount, 0))}</strong>
        </span>
      )}
      {coming.length > 0 && (
        <details className={css.calendar}>
          <summary>即将期满的公示（{coming.reduce((n, d) => n + d.count, 0)} 笔）</summary>
          <table>
            <thead>
              <tr>
                <th scope="col">期满日</th>
                <th scope="col">笔数</th>
                <th scope="col">金额</th>
                <th scope="col">有异议</th>
              </tr>
            </thead>
            <tbody>
              {coming.map((d) => (
                <tr key={d.day}>
                  <td className="num">{d.day}</td>
                  <td className="num">{d.count}</td>
                  <td className="num">{wan(d.amount)}</td>
                  <td className="num">{d.objected}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
      {b && editing && <BudgetDialog figures={b} onClose={() => setEditing(false)} onSaved={() => budget.refetch()} />}
    </div>
  )
}
