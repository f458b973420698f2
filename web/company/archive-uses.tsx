import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Pagination } from 'antd'
import { useState } from 'react'
import { archiveUse } from '../../contract/portrait.ts'
import { call } from '../api.ts'
import { localMinute } from '../declaration/index.ts'
import css from './enterprise-archive.module.css'

const SHOWN = 20

/** Which office used the archive, when, for what: the half of the ledger that others write (P-01). */
export function ArchiveUses() {
  const [page, setPage] = useState(1)
  const { data } = useQuery({
    queryKey: ['company', 'uses', page],
    queryFn: () => call(archiveUse.listUse, { query: { page, pageSize: SHOWN } }, { silent: true }),
    placeholderData: keepPreviousData,
    retry: false,
  })
  if (!data || data.total === 0) return <p className={css.note}>还没有部门查看过贵企业的档案。</p>
  return (
    <details className={css.log}>
      <summary>使用记录（{data.total}）</summary>
      <div className={css.scroll}>
        <table>
          <thead>
            <tr>
              <th scope="col">时间</th>
              <th scope="col">部门</th>
              <th scope="col">用途</th>
            </tr>
          </thead>
          <tbody>
            {data.list.map((u, i) => (
              <tr key={i}>
                <td className="num">{localMinute(u.at)}</td>
                <td>{u.office}</td>
                <td>{u.purpose}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Pagination
        aria-label="使用记录分页"
        size="small"
        current={page}
        pageSize={SHOWN}
        total={data.total}
        onChange={setPage}
        showSizeChanger={false}
        hideOnSinglePage
      />
    </details>
  )
}
