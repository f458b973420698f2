import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { businessTypes, type BusinessType } from '../../contract/company/business-type.ts'
import { companyRegister } from '../../contract/company/register.ts'
import { authStatusLabels, company, type CompanyDetail } from '../../contract/company.ts'
import { messages } from '../../contract/messages.ts'
import { ApiError, call } from '../api.ts'
import { backTo } from '../kit/table/list-place.ts'
import { PrintButton } from '../kit/print-button.tsx'
import { ErrorState } from '../kit/table/table-states.tsx'
import { ToldButton } from '../kit/told.tsx'
import { ArchiveGroup } from './archive/archive-group.client.tsx'
import { archiveKeyOf } from './archive/archive-key.ts'
import { AuthChip } from './archive/authorization-panel.tsx'
import { Completeness } from './archive/completeness.tsx'
import css from './archive/enterprise-archive.module.css'
import { noCompany } from './no-company.tsx'
import { ExpansionTables } from './archive/expansion-tables.client.tsx'
import { lazyPart } from '../shell/lazy-part.tsx'
import { RevealButton } from '../kit/dialog/reveal-button.tsx'

const Relations = lazyPart(() => import('./archive/relations.client.tsx').then((m) => m.Relations))

/**
 * 企业信息查看: the register data. With the company's consent also every group of its archive with the source of each value, which staff who
 * maintain archives can change.
 */
export default function Look() {
  const [params] = useSearchParams()
  const asked = params.get('id') ?? ''
  const id = /^[1-9]\d{0,14}$/.test(asked) ? Number(asked) : 0
  const [editing, setEditing] = useState<string | null>(null)
  const detail = useQuery({
    queryKey: ['company', 'detail', id],
    queryFn: () => call(company.findById, { query: { id } }, { silent: true }),
    enabled: id > 0,
    retry: false,
  })
  const archive = useQuery({
    queryKey: archiveKeyOf(id),
    queryFn: () => call(company.archive, { query: { companyId: id } }, { silent: true }),
    enabled: detail.data !== undefined,
    retry: false,
  })
  const dictionaries = useQuery({
    queryKey: ['company', 'dictionaries'],
    queryFn: () => call(company.dictionaries, {}, { silent: true }),
    staleTime: Infinity,
    retry: false,
  })
  if (id === 0)
    return (
      <p role="status">
        请从<Link to="/work/EnterprisesList">企业列表</Link>选择一家企业。
      </p>
    )
  if (detail.error) return <ErrorState error={detail.error} onRetry={() => void detail.refetch()} missing={noCompany} />
  if (!detail.data) return <p role="status">正在加载…</p>
  const closed = archive.error instanceof ApiError && archive.error.code === 'NO_CONSENT'
  return (
    <div className={css.page}>
      <Register detail={detail.data} />
      {closed && (
        <section className={css.panel}>
          <p className={css.note}>该企业尚未授权，只能查看登记信息。企业授权后，档案各组数据及其来源会显示在这里。</p>
        </section>
      )}
      {archive.error && !closed && <ErrorState error={archive.error} onRetry={() => void archive.refetch()} />}
      {archive.isLoading && <p role="status">正在加载档案…</p>}
      {archive.data && dictionaries.data && (
        <>
          {archive.data.groups.map((g) => (
            <ArchiveGroup
              key={g.group}
              archive={archive.data}
              group={g}
              dictionaries={dictionaries.data}
              editing={editing === g.group}
              onEdit={(on) => setEditing(on ? g.group : null)}
              asked={id}
            />
          ))}
          <ExpansionTables companyId={id} tables={archive.data.tables} own={false} refresh={() => archive.refetch()} />
        </>
      )}
      <Relations companyId={id} own={false} />
    </div>
  )
}

function Register({ detail: d }: { detail: CompanyDetail }) {
  const persons = [
    ['legalPerson', '法定代表人', d.legalPerson],
    ['legalPersonPhone', '法定代表人手机', d.legalPersonPhone],
    ['contactPerson', '联系人', d.contactPerson],
    ['contactPhone', '联系电话', d.contactPhone],
  ] as const
  const facts: [string, string | null][] = [
    ['统一社会信用代码', d.code],
    ['镇街', d.streetName],
    ['行业', d.industryName],
    ['企业类型', d.businessType ? businessTypes[d.businessType as BusinessType] : '未设置'],
    ['成立日期', d.establishDate],
    ['注册地址', d.address],
    ['授权状态', authStatusLabels[d.authStatus]],
  ]
  return (
    <section className={css.panel} aria-labelledby="look-title">
      <header className={css.head}>
        <h1 id="look-title">{d.companyName}</h1>
        <AuthChip status={d.authStatus} />
        <PrintButton />
        <span data-print="hide">
          <ToldButton kind="company" id={d.id} name={d.companyName} />
        </span>
        <Link {...backTo('/work/EnterprisesList')} data-print="hide">
          <Button>返回列表</Button>
        </Link>
      </header>
      <Completeness percent={d.completeness} />
      <dl className={css.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">{value ?? messages.none}</dd>
          </div>
        ))}
        {persons.map(([field, label, value]) => (
          <div key={field}>
            <dt>{label}</dt>
            <dd className="num">
              {value ?? messages.none}{' '}
              {value && (
                <RevealButton
                  label={label}
                  of={`company-${field}:${d.id}`}
                  load={(reason) => call(companyRegister.reveal, { body: { id: d.id, field, reason } }, { silent: true })}
                />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
