import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { simulation } from '../../../contract/matching/simulation.ts'
import { shanghaiDay } from '../../../contract/shanghai.ts'
import { call } from '../../api.ts'
import { localMinute } from '../../kit/date/local-time.ts'
import { ask } from '../../shell/confirm.tsx'
import { toast } from '../../toast.ts'
import css from './enterprise-archive.module.css'
import { Ledger, LEDGER_PAGE } from '../ledger.tsx'

const linksKey = ['company', 'links'] as const

/**
 * The shared links to simulations of this company, with their makers and expiry dates. Anyone with a link can read its simulation; the
 * company can end it.
 */
export function SharedLinks() {
  const client = useQueryClient()
  const [page, setPage] = useState(1)
  const { data } = useQuery({
    queryKey: [...linksKey, page],
    queryFn: () => call(simulation.companyLinks, { query: { page, pageSize: LEDGER_PAGE } }, { silent: true }),
    placeholderData: keepPreviousData,
    retry: false,
  })
  if (!data) return null
  if (data.total === 0) return <p className={css.note}>没有以贵企业名义生成、仍然有效的模拟分享链接。</p>
  const end = async (id: number, name: string) => {
    const answer = await ask({ text: `终止后，拿到“${name}”链接的人立即打不开它。确定终止？`, confirm: '终止链接' })
    if (answer !== 'confirm') return
    try {
      await call(simulation.endLink, { body: { id } })
      toast.success('链接已终止')
      if (data.list.length === 1) setPage((at) => Math.max(1, at - 1))
      await client.invalidateQueries({ queryKey: linksKey })
    } catch {
      /* the call has shown its error */
    }
  }
  return (
    <Ledger
      title="模拟分享链接"
      total={data.total}
      page={page}
      onPage={setPage}
      columns={['名称', '内容', '生成人', '生成时间', '有效至', '操作']}
    >
      {data.list.map((link) => (
        <tr key={link.id}>
          <td>
            <a href={`/page/policyserver/simulation?s=${link.shareId}`} target="_blank" rel="noreferrer">
              {link.name}
            </a>
          </td>
          <td>{link.archiveShared ? '含企业档案数据' : '只含自填条件'}</td>
          <td>{link.makerName}</td>
          <td className="num">{localMinute(link.createTime)}</td>
          <td className="num">{shanghaiDay(Date.parse(link.expireTime))}</td>
          <td>
            <Button type="link" danger size="small" onClick={() => void end(link.id, link.name)}>
              终止
            </Button>
          </td>
        </tr>
      ))}
    </Ledger>
  )
}
