import { useQueries, useQuery } from '@tanstack/react-query'
import type { OptionSource, SearchField } from '../form/fields.ts'
import { readOptions, type Option } from './options.ts'

const none: readonly Option[] = []
const isList = (source: OptionSource): source is readonly Option[] => Array.isArray(source)

const query = (source: OptionSource | undefined) => ({
  queryKey: ['options', source && !isList(source) ? source.key : ''],
  queryFn: async () => (source && !isList(source) ? readOptions(await source.load()) : []),
  enabled: source !== undefined && !isList(source),
  staleTime: 5 * 60_000,
})

/** Options of a source; they are loaded once and kept for five minutes. */
export function useOptions(source: OptionSource | undefined): {
  options: readonly Option[]
  loading: boolean
  failed: boolean
  retry: () => void
} {
  const q = useQuery(query(source))
  return {
    options: source && isList(source) ? source : (q.data ?? none),
    loading: q.isLoading,
    failed: q.isError,
    retry: () => void q.refetch(),
  }
}

const nameQuery = ({ named }: Pick<SearchField, 'named'>, value: string | undefined) => ({
  queryKey: ['named', named?.key, value],
  queryFn: () => named!.find(value!),
  enabled: named !== undefined && Boolean(value),
  staleTime: 5 * 60_000,
  retry: false,
})

/** The options of each field that has some, by key; of a field whose values have names, the one of its present value. */
export function useFieldOptions(
  fields: readonly Pick<SearchField, 'key' | 'options' | 'named'>[],
  filters: Readonly<Record<string, string | undefined>> = {},
): Readonly<Record<string, readonly Option[]>> {
  const sources = new Map(fields.flatMap((f) => (f.options && !isList(f.options) ? [[f.options.key, f.options] as const] : [])))
  const keys = [...sources.keys()]
  const answers = useQueries({ queries: [...sources.values()].map(query) })
  const withNames = fields.filter((f) => f.named)
  const names = useQueries({ queries: withNames.map((f) => nameQuery(f, filters[f.key])) })
  const nameOf = (f: (typeof fields)[number]): readonly Option[] => {
    const [label, value] = [names[withNames.indexOf(f)]?.data, filters[f.key]]
    return label !== undefined && value ? [{ label, value }] : none
  }
  return Object.fromEntries(
    fields.map((f) => [
      f.key,
      f.named ? nameOf(f) : !f.options ? none : isList(f.options) ? f.options : (answers[keys.indexOf(f.options.key)]?.data ?? none),
    ]),
  )
}
