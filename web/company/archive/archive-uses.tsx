import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { archiveUse } from '../../../contract/portrait.ts'
import { call } from '../../api.ts'
import { localMinute } from '../../kit/date/local-time.ts'
import css from './enterprise-archive.module.css'
import { Ledger, LEDGER_PAGE } from '../ledger.tsx'

/** The uses of the archive by offices: who, when, for what purpose (P-01). */
export function ArchiveUses() {
  const [page, setPage] = useState(1)
  const { data } = useQuery({
    queryKey: ['company', 'uses', page],
    queryFn: () => call(archiveUse.listUse, { query: { page, pageSize: LEDGER_PAGE } }, { silent: true }),
    placeholderData: keepPreviousData,
    retry: false,
  })
  if (!data || data.total === 0) return <p className={css.note}>还没有部门查看过贵企业的档案。</p>
  return (
    <Ledger title="使用记录" total={data.total} page={page} onPage={setPage} columns={['时间', '部门', '用途']}>
      {data.list.map((u, i) => (
        <tr key={i}>
          <td className="num">{localMinute(u.at)}</td>
          <td>{u.office}</td>
          <td>{u.purpose}</td>
        </tr>
      ))}
    </Ledger>
  )
}
