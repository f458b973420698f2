import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { companyRegister } from '../../../contract/company/register.ts'
import { call } from '../../api.ts'
import { AreaChooser } from '../../kit/choose/area-chooser.tsx'
import { countedAreas } from '../../kit/choose/areas.ts'
import { regions } from '../../kit/choose/option-sources.ts'
import { useListAddress } from '../../kit/table/use-list.ts'
import { useOptions } from '../../kit/choose/use-options.ts'
import { showNumber } from '../../kit/form/values.ts'
import css from './company-facets.module.css'
import { companyShape } from './company-fields.tsx'
import { asked } from '../../asked.ts'

const names = { streetId: '地区', industry: '行业', businessType: '企业类型', authStatus: '授权', completeness: '完整度' } as const
type Dimension = keyof typeof names
const SHOWN = 8
const spans: Record<string, { completenessFrom: string; completenessTo: string }> = {
  '100': { completenessFrom: '100', completenessTo: '' },
  '60': { completenessFrom: '60', completenessTo: '99' },
  '0': { completenessFrom: '', completenessTo: '59' },
}

/** The distribution of the listed companies; a click on a value filters the list by it, a second click removes the filter. */
export function CompanyFacets() {
  const { state, change } = useListAddress(companyShape)
  const { data } = useQuery({
    queryKey: ['company', 'facets', state.filters],
    queryFn: () => call(companyRegister.facets, { query: asked(companyRegister.facets, state.filters) }, { silent: true }),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const tree = useOptions(regions)
  if (!data) return null
  const filters = state.filters as Record<string, string | undefined>
  const isOn = (dimension: Dimension, value: string) =>
    dimension === 'completeness'
      ? (filters.completenessFrom ?? '') === spans[value]!.completenessFrom
        && (filters.completenessTo ?? '') === spans[value]!.completenessTo
      : filters[dimension] === value
  const choose = (own: Record<string, string>) => {
    const next = { ...filters, ...own }
    change({ filters: Object.fromEntries(Object.entries(next).filter((e): e is [string, string] => Boolean(e[1]))) })
  }
  const press = (dimension: Dimension, value: string) => {
    const off = isOn(dimension, value)
    const own =
      dimension === 'completeness'
        ? off
          ? { completenessFrom: '', completenessTo: '' }
          : spans[value]!
        : { [dimension]: off ? '' : value }
    choose(own)
  }
  return (
    <section className={css.box} aria-label="按类别筛选" data-print="hide">
      {(Object.keys(names) as Dimension[]).map((dimension) => {
        if (dimension === 'streetId')
          return (
            data.streetId.length > 0 && (
              <div key={dimension} className={css.line}>
                <span className={css.name} aria-hidden="true">
                  {names.streetId}
                </span>
                <AreaChooser
                  label={names.streetId}
                  areas={countedAreas(tree.options, data.streetId)}
                  value={filters.streetId}
                  onChange={(code) => choose({ streetId: code === null ? '' : String(code) })}
                />
              </div>
            )
          )
        const values = data[dimension]
          .toSorted((a, b) => Number(isOn(dimension, b.value)) - Number(isOn(dimension, a.value)))
          .slice(0, SHOWN)
        if (values.length === 0) return null
        return (
          <div key={dimension} className={css.line} role="group" aria-label={names[dimension]}>
            <span className={css.name}>{names[dimension]}</span>
            <ul>
              {values.map((v) => (
                <li key={v.value}>
                  <button type="button" aria-pressed={isOn(dimension, v.value)} onClick={() => press(dimension, v.value)}>
                    {v.label} <span className="num">{showNumber(v.count)}</span>
                  </button>
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </section>
  )
}
