import { useQuery } from '@tanstack/react-query'
import { appeal } from '../../contract/appeal.ts'
import { company } from '../../contract/company.ts'
import { call } from '../api.ts'
import { CompanySelect } from '../kit/choose/company-select.tsx'
import { readFailure } from '../kit/failure.ts'
import { regions } from '../kit/choose/option-sources.ts'
import type { RawOption } from '../kit/choose/options.ts'
import type { ControlProps } from '../kit/form/fields.ts'

/** Streets with county and name: the lowest level of the tree. */
const streetsOf = (places: readonly RawOption[], of: readonly string[] = []): RawOption[] =>
  places.flatMap(({ label, name, children, ...place }) => {
    const path = [...of, label ?? name ?? '']
    if (children?.length) return streetsOf(children, path)
    return path.length > 2 ? [{ ...place, label: path.slice(1).join(' ') }] : []
  })
export const streets = {
  key: 'appeal:streets',
  load: async () => streetsOf('load' in regions ? await regions.load() : regions),
}

/**
 * The name of a company that stands in a filter by its id: from its appeals, else from the register. Whoever may read neither learns
 * nothing of it.
 */
export const companyNamed = {
  key: 'appeal:company',
  find: async (value: string): Promise<string> => {
    const id = Number(value)
    const [ofAppeals] = (await call(appeal.list, { query: { companyId: id, pageSize: 1 } }, { silent: true })).list
    if (ofAppeals?.companyName) return ofAppeals.companyName
    return call(company.findById, { query: { id } }, { silent: true }).then(
      (found) => found.companyName,
      (error: unknown) => {
        if (['FORBIDDEN', 'NOT_FOUND'].includes(readFailure(error).code)) return '无权查看的企业'
        throw error
      },
    )
  },
}

/** Filters by one company. The address contains only its id, so the name is read. */
export function CompanyFilter({ value, ...props }: ControlProps) {
  const id = typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : null
  const named = useQuery({
    queryKey: ['named', companyNamed.key, String(id)],
    queryFn: () => companyNamed.find(String(id)),
    enabled: id !== null,
    staleTime: 5 * 60_000,
    retry: false,
  })
  return <CompanySelect {...props} value={id ?? undefined} name={id === null ? undefined : (named.data ?? '已选')} />
}
