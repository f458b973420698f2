import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useSearchParams } from 'react-router'
import { company } from '../../contract/company.ts'
import { portrait } from '../../contract/portrait.ts'
import { call } from '../api.ts'
import { isMissing, readFailure } from '../kit/failure.ts'
import { CompanySelect } from '../kit/choose/company-select.tsx'
import { WithIndex } from '../kit/page-index.tsx'
import { PrintButton } from '../kit/print-button.tsx'
import { ErrorState } from '../kit/table/table-states.tsx'
import { AuthChip } from './archive/authorization-panel.tsx'
import css from './archive/enterprise-archive.module.css'
import { noCompany } from './no-company.tsx'
import { PortraitFacts } from './portrait-facts.tsx'
import { PortraitFinance, PortraitPolicies, PortraitRecords, PortraitRisks, PortraitTags } from './portrait-parts.tsx'

/** 企业画像: finds one company, then shows all data that the reader may see on one printable page. */
export default function CorporatePortrait() {
  const [params, setParams] = useSearchParams()
  const asked = params.get('companyId') ?? ''
  const companyId = /^[1-9]\d{0,14}$/.test(asked) ? Number(asked) : null
  const basics = useQuery({
    queryKey: ['portrait-basics', companyId],
    queryFn: () => call(company.findById, { query: { id: companyId! } }, { silent: true }),
    enabled: companyId !== null,
    retry: false,
  })
  const whole = useQuery({
    queryKey: ['portrait', companyId],
    queryFn: () => call(portrait.findById, { query: { companyId: companyId! } }, { silent: true }),
    enabled: companyId !== null,
    retry: false,
    // Each reading is recorded for the company, so returning to the window does not read again.
    refetchOnWindowFocus: false,
  })
  const failed = basics.error ?? whole.error
  const data = whole.data
  const of = basics.data
  return (
    <div className={css.page}>
      <section className={css.panel} data-print="hide">
        <div style={{ maxWidth: 480 }}>
          <CompanySelect
            value={isMissing(readFailure(failed)) ? null : companyId}
            name={of?.companyName}
            onChange={(v) => setParams(v ? { companyId: String(v) } : {})}
          />
        </div>
      </section>
      {companyId === null ? (
        <section className={css.panel}>
          <p className={css.note}>
            选择一家企业，查看它的登记信息、标签、经营、政策匹配、申报、补贴和风险。每次查看档案都会记入企业可见的使用记录。
          </p>
        </section>
      ) : failed ? (
        <ErrorState
          error={failed}
          onRetry={() => {
            void basics.refetch()
            void whole.refetch()
          }}
          missing={noCompany}
        />
      ) : !of || !data ? (
        <Skeleton active />
      ) : (
        <WithIndex>
          <div className={css.page}>
            <section className={css.panel} aria-labelledby="portrait">
              <header className={css.head}>
                <h1 id="portrait">{of.companyName}</h1>
                <AuthChip status={of.authStatus} />
                <PrintButton />
              </header>
              <dl className={css.facts}>
                {(
                  [
                    ['社会信用代码', of.code],
                    ['行业', of.industryName],
                    ['镇街', of.streetName],
                    ['成立日期', of.establishDate],
                    ['法定代表人', of.legalPerson],
                    ['联系人', of.contactPerson && `${of.contactPerson} ${of.contactPhone ?? ''}`],
                    ['地址', of.address],
                    ['档案完整度', `${of.completeness}%`],
                  ] as const
                ).map(([label, value]) => (
                  <div key={label}>
                    <dt>{label}</dt>
                    <dd>{value || '无'}</dd>
                  </div>
                ))}
              </dl>
              <PortraitTags tags={data.tags} company={{ id: of.id, companyName: of.companyName }} />
              <PortraitRisks risks={data.risks} />
            </section>
            {!data.consent && (
              <section className={css.panel}>
                <p className={css.note}>该企业未授权平台使用其档案，不显示经营数据、政策匹配、风险和档案内容。</p>
              </section>
            )}
            {data.finance && <PortraitFinance finance={data.finance} />}
            {data.policies && <PortraitPolicies policies={data.policies} />}
            {data.records.map((records) => (
              <PortraitRecords key={records.kind} records={records} />
            ))}
            {data.consent && <PortraitFacts companyId={of.id} />}
          </div>
        </WithIndex>
      )}
    </div>
  )
}
