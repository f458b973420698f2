import { useQuery } from '@tanstack/react-query'
import { appeal } from '../../contract/appeal.ts'
import { call } from '../api.ts'
import { CompanySelect } from '../kit/choose/company-select.tsx'
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

/** Filters by one company. The address contains only its id, so the name is read from its appeals. */
export function CompanyFilter({ value, ...props }: ControlProps) {
  const id = typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : null
  const named = useQuery({
    queryKey: ['appeal', 'company-name', id],
    queryFn: async () =>
      (await call(appeal.list, { query: { companyId: id!, pageSize: 1 } }, { silent: true })).list[0]?.companyName ?? null,
    enabled: id !== null,
  })
  return <CompanySelect {...props} value={id ?? undefined} name={id === null ? undefined : (named.data ?? `第 ${id} 号企业`)} />
}
