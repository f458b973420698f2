import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { authStatusLabels, company } from '../../../contract/company.ts'
import { call } from '../../api.ts'
import { localMinute } from '../../kit/date/local-time.ts'
import { Ledger, LEDGER_PAGE } from '../ledger.tsx'

/** The company's answers to the authorization: who, when, which answer (P-01). */
export function AuthorizationAnswers() {
  const [page, setPage] = useState(1)
  const { data } = useQuery({
    queryKey: ['company', 'answers', page],
    queryFn: () => call(company.authorization, { query: { page, pageSize: LEDGER_PAGE } }, { silent: true }),
    placeholderData: keepPreviousData,
    retry: false,
  })
  if (!data || data.total === 0) return null
  return (
    <Ledger title="授权记录" total={data.total} page={page} onPage={setPage} columns={['时间', '答复', '账号', '途径', '文本版本']}>
      {data.log.map((l, i) => (
        <tr key={i}>
          <td className="num">{localMinute(l.authTime)}</td>
          <td>{authStatusLabels[l.authStatus]}</td>
          <td>{l.account}</td>
          <td>{l.channel}</td>
          <td className="num">{l.textVersion}</td>
        </tr>
      ))}
    </Ledger>
  )
}
