import { useQuery } from '@tanstack/react-query'
import { companyRegister } from '../../../contract/company/register.ts'
import { call } from '../../api.ts'
import { showNumber } from '../../kit/form/values.ts'
import css from './overview.module.css'

/** The number of companies and the completeness of their archives. */
export function Overview() {
  const { data } = useQuery({
    queryKey: ['company', 'overview'],
    queryFn: () => call(companyRegister.overview, { query: {} }, { silent: true }),
    retry: false,
  })
  if (!data) return null
  return (
    <dl className={css.figures}>
      {data.items.slice(0, 4).map((item) => (
        <div key={item.label}>
          <dt>{item.label}</dt>
          <dd className="num">
            {showNumber(item.value)} <small>{item.unit}</small>
          </dd>
        </div>
      ))}
    </dl>
  )
}
