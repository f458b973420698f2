import { appealCodes } from '../../contract/appeal/states.ts'
import { useQuery } from '@tanstack/react-query'
import { App, Button, Checkbox } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { appeal, type AppealDetail } from '../../contract/appeal.ts'
import { call } from '../api.ts'
import { useCan } from '../session.ts'
import css from './appeal.module.css'
import { dayOf } from './words.tsx'

/** Open appeals similar to this one; the service centre can have them answered together. */
export function SimilarList({ appeal: a, onDone }: { appeal: AppealDetail; onDone(words: string): Promise<unknown> }) {
  const { modal } = App.useApp()
  const can = useCan()
  const [chosen, setChosen] = useState<readonly number[]>([])
  const found = useQuery({
    queryKey: ['appeal', 'similar', a.id, a.version],
    queryFn: () => call(appeal.similar, { query: { id: a.id } }, { silent: true }),
    retry: false,
  })
  const open = found.data?.open ?? []
  const merges =
    can('appeal:dispatch')
    && a.mergedInto === null
    && !a.ruling
    && (a.state === appealCodes.code.waiting || a.state === appealCodes.code.dealing)
  if (open.length === 0) return null
  const merge = () =>
    modal.confirm({
      title: `把 ${chosen.length} 件并入“${a.title}”？`,
      content: '此后随本件一起转办、答复和审核；每位提出人单独收到答复，单独评价。',
      okText: '合并办理',
      onOk: async () => {
        // The shared client shows the error.
        try {
          const { merged } = await call(appeal.merge, { body: { ids: [...chosen], leadId: a.id } })
          setChosen([])
          await onDone(`已合并 ${merged} 件`)
        } catch {
          /* the call has shown its error */
        }
      },
    })
  return (
    <section aria-label="相似的诉求" data-print="hide" className={css.stack}>
      <h4>相似的诉求（近三周未办结）</h4>
      <ul className={css.rows}>
        {open.slice(0, 10).map((row) => (
          <li key={row.id}>
            {merges && (
              <Checkbox
                aria-label={`选择 ${row.title}`}
                disabled={!row.mergeable}
                checked={chosen.includes(row.id)}
                onChange={(e) => setChosen(e.target.checked ? [...chosen, row.id] : chosen.filter((id) => id !== row.id))}
              />
            )}{' '}
            <Link to={`/work/adminAppeal?id=${row.id}`}>{row.title}</Link>{' '}
            <span className="meta">
              相似 {row.share}% · {row.sender} · {row.stateName} · {row.officeName ?? '尚未转办'} · {dayOf(row.submitTime)}
            </span>
          </li>
        ))}
      </ul>
      {merges && (
        <div>
          <Button disabled={chosen.length === 0} onClick={merge}>
            合并办理
          </Button>
        </div>
      )}
    </section>
  )
}
