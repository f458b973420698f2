import { CONSULT_ANSWERED } from '../../contract/policy/codes.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { matching } from '../../contract/matching.ts'
import { consult } from '../../contract/policy/consult.ts'
import { call } from '../api.ts'
import { StatusTag } from '../kit/status-tag.tsx'
import { emptySheet, writeSheet } from '../matching/index.ts'
import { money } from '../kit/money.ts'
import { toast } from '../toast.ts'
import css from './operator.module.css'
import { Waiting } from './waiting.tsx'

/** The latest questions about policies and whether they are answered; for enterprises and individuals. */
export function MyConsultations() {
  const query = useQuery({
    queryKey: ['landing', 'consultations'],
    queryFn: () => call(consult.listMy, { query: { page: 1, pageSize: 5 } }, { silent: true }),
    retry: false,
  })
  return (
    <section className={css.panel} aria-labelledby="my-consultations">
      <h2 id="my-consultations">我的咨询{query.data ? `（${query.data.total}）` : ''}</h2>
      <Waiting query={query} empty="还没有咨询过。在政策页点“咨询”即可提问。" count={query.data?.total} />
      <ul className={css.rows}>
        {query.data?.list.map((c) => (
          <li key={c.id}>
            <span title={c.consultContent}>{c.consultContent}</span>
            <span>{c.policyTitle}</span>
            <StatusTag tone={c.replyState === CONSULT_ANSWERED ? 'done' : 'waiting'}>{c.replyStateName}</StatusTag>
          </li>
        ))}
      </ul>
      {(query.data?.total ?? 0) > 0 && <Link to="/work/myconsult">查看全部咨询与回复</Link>}
    </section>
  )
}

const PAGE = 5

/** Saved calculations: each can be opened with its answers, or deleted. */
export function SavedCalculations() {
  const { modal } = App.useApp()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [page, setPage] = useState(1)
  const query = useQuery({
    queryKey: ['landing', 'calculations', page],
    queryFn: () => call(matching.calculations, { query: { page, pageSize: PAGE } }, { silent: true }),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const pages = Math.ceil((query.data?.total ?? 0) / PAGE)
  // The calculator's notice links to this section. The lists above it load later than the browser scrolls, so the page scrolls here after
  // loading.
  const box = useRef<HTMLElement>(null)
  const { hash } = useLocation()
  const isRead = query.data !== undefined
  useEffect(() => {
    if (isRead && hash === '#my-calculations') box.current?.scrollIntoView()
  }, [hash, isRead])

  const open = async (id: number) => {
    try {
      const { answers, useArchive } = await call(matching.calculation, { query: { id } })
      writeSheet({ ...emptySheet, answers, useArchive, skipped: Object.keys(answers).filter((key) => answers[key] === null) })
      void navigate('/page/policyserver/calculator/subList')
    } catch {
      /* the call has shown its error */
    }
  }
  const remove = (id: number, name: string) =>
    modal.confirm({
      title: `删除“${name}”？`,
      content: '删除后不能恢复，需要时可重新测算。',
      okText: '删除',
      okButtonProps: { danger: true },
      onOk: async () => {
        try {
          await call(matching.deleteCalculation, { body: { id } })
          toast.success('已删除')
          // When the last row of a page is deleted, the page before is shown.
          if (query.data?.list.length === 1 && page > 1) setPage(page - 1)
          await client.invalidateQueries({ queryKey: ['landing', 'calculations'] })
        } catch {
          /* the call has shown its error */
        }
      },
    })
  return (
    <section ref={box} className={css.panel} aria-labelledby="my-calculations">
      <h2 id="my-calculations">保存的测算{query.data ? `（${query.data.total}）` : ''}</h2>
      <Waiting query={query} empty="还没有保存的测算。" count={query.data?.total} />
      <ul className={css.rows}>
        {query.data?.list.map((c) => (
          <li key={c.id}>
            <span title={c.name}>{c.name}</span>
            <span className="num">
              符合 {c.matched} 项 · {c.min === c.max ? money(c.max) : `${money(c.min)}至 ${money(c.max)}`}
            </span>
            <span>
              <Button size="small" onClick={() => void open(c.id)} aria-label={`打开：${c.name}`}>
                打开
              </Button>{' '}
              <Button size="small" danger onClick={() => remove(c.id, c.name)} aria-label={`删除：${c.name}`}>
                删除
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <nav aria-label="保存的测算分页" className={css.pager}>
          <Button size="small" disabled={page <= 1} onClick={() => setPage(page - 1)}>
            上一页
          </Button>
          <span aria-live="polite">
            第 {page} / {pages} 页
          </span>
          <Button size="small" disabled={page >= pages} onClick={() => setPage(page + 1)}>
            下一页
          </Button>
        </nav>
      )}
      <Link to="/page/policyserver/calculator">算一算能享受哪些政策</Link>
    </section>
  )
}
