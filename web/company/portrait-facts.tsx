import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { company } from '../../contract/company.ts'
import { call } from '../api.ts'
import { TrustedBadge } from '../kit/status-tag.tsx'
import { ErrorState } from '../kit/table/table-states.tsx'
import { factText } from './archive/archive-values.ts'
import css from './archive/enterprise-archive.module.css'

/** The facts of the archive by group, without empty fields; values of authorities show their source. */
export function PortraitFacts({ companyId }: { companyId: number }) {
  const archive = useQuery({
    queryKey: ['portrait-facts', companyId],
    queryFn: () => call(company.archive, { query: { companyId } }, { silent: true }),
    retry: false,
    refetchOnWindowFocus: false,
  })
  const dictionaries = useQuery({
    queryKey: ['company', 'dictionaries'],
    queryFn: () => call(company.dictionaries, {}, { silent: true }),
    staleTime: Infinity,
    retry: false,
  })
  const failed = archive.error ?? dictionaries.error
  if (failed) return <ErrorState error={failed} onRetry={() => void archive.refetch()} />
  if (!archive.data || !dictionaries.data) return <Skeleton active />
  return archive.data.groups
    .filter((g) => g.filled > 0)
    .map((g) => (
      <section key={g.group} className={css.panel} aria-labelledby={`facts-${g.group}`}>
        <header className={css.head}>
          <h2 id={`facts-${g.group}`}>{g.group}</h2>
          <span>
            {g.filled}/{g.total}
          </span>
        </header>
        <dl className={css.facts}>
          {g.fields
            .filter((f) => f.value !== null)
            .map((f) => (
              <div key={f.key}>
                <dt>{f.label}</dt>
                <dd>
                  {factText(f, dictionaries.data)}{' '}
                  {f.source && f.source !== '企业填报' && <TrustedBadge source={f.source} {...(f.asOf ? { asOf: f.asOf } : {})} />}
                </dd>
              </div>
            ))}
        </dl>
      </section>
    ))
}
