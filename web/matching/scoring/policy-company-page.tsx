import { Link, useSearchParams } from 'react-router'
import { ClientPart } from '../../shell/client-part.tsx'
import { EnterpriseOnly } from '../../shell/enterprise-only.tsx'

/** 高新技术企业评分 and the other score tables: `?id=` names the table, default 1 (spec §9). */
export default function PolicyCompanyPage() {
  const [params] = useSearchParams()
  const asked = params.get('id') ?? '1'
  const id = /^\d{1,2}$/.test(asked) ? Number(asked) : 1
  return (
    <div className="container" style={{ paddingBlock: '24px 64px' }}>
      <h1>企业评分</h1>
      <p className="meta">
        按评分表逐项测算贵企业的得分。填写的内容存入企业档案，政策匹配同时更新。
        <Link to="/work/enterpriseArchive" style={{ textDecoration: 'underline' }}>
          查看企业档案
        </Link>
      </p>
      <EnterpriseOnly>
        <ClientPart key={id} load={() => import('./score-sheet.client.tsx')} props={{ id }} />
      </EnterpriseOnly>
    </div>
  )
}
